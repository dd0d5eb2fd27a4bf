import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appOf } from "./app-of.ts";

// biome-ignore lint/suspicious/noExplicitAny: a document is read as it is
type Schema = any;

const RUNS = 400;

/** Values that a schema of the document allows, and often ones that it does not. */
function valuesOf(schema: Schema, components: Record<string, Schema>): fc.Arbitrary<unknown> {
  if (schema?.$ref) return valuesOf(components[schema.$ref.split("/").at(-1)!], components);
  return fc.oneof({ weight: 12, arbitrary: allowed(schema ?? {}, components) }, { weight: 1, arbitrary: ODD });
}

/** What nobody should send and somebody does. */
const ODD: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    "\0",
    "../../x",
    "__proto__",
    -1,
    1e308,
    [],
    {},
    true,
    "ㄱ".repeat(300),
    "\ud800",
    Number.MAX_SAFE_INTEGER,
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

function allowed(schema: Schema, components: Record<string, Schema>): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each: Schema) => valuesOf(each, components)));
  if (schema.type === "array")
    return fc.array(valuesOf(schema.items, components), { minLength: Math.min(schema.minItems ?? 0, 2), maxLength: 3 });
  if (schema.type === "integer" || schema.type === "number") {
    const min = schema.minimum ?? -5;
    const max = Math.min(schema.maximum ?? 5_000, 5_000);
    return schema.type === "integer" ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
  }
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "string")
    return fc.oneof(
      fc.constantFrom("db.backup", "run the database migration", "m1", "."),
      fc.string({ unit: "grapheme", maxLength: 40 }),
    );
  if (schema.type === "object" && schema.properties) {
    const fields = Object.fromEntries(
      Object.entries(schema.properties).map(([key, each]) => [key, valuesOf(each, components)]),
    );
    return fc.record(fields, { requiredKeys: (schema.required ?? []).filter((key: string) => key in fields) });
  }
  return fc.jsonValue({ maxDepth: 2 });
}

interface Asked {
  method: string;
  path: string;
  body?: unknown;
  project?: string;
}

/** Requests after the server's own document, each of its operations as likely as any other. */
function requestsFor(document: Schema): fc.Arbitrary<Asked> {
  const components = document.components.schemas;
  const each = Object.entries<Schema>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Schema>(methods).map(([method, { parameters = [], requestBody }]) => {
      const body = requestBody?.content["application/json"].schema;
      const id = fc.oneof(
        fc.constantFrom("db.backup", "nope", "..", "a/b", "%", "global/x"),
        fc.string({ maxLength: 20 }),
      );
      const query = fc.record(
        Object.fromEntries(
          parameters
            .filter((one: Schema) => one.in === "query")
            .map((one: Schema) => [
              one.name,
              fc.oneof(valuesOf(one.schema, components).map(String), fc.string({ maxLength: 8 })),
            ]),
        ),
        { requiredKeys: [] },
      );
      return fc
        .record({
          id,
          query,
          body: body ? valuesOf(body, components) : fc.constant(undefined),
          project: fc.constantFrom(undefined, undefined, "w", "../w", "%E0%A4%A"),
        })
        .map(({ id: card, query: asked, body: sent, project }): Asked => {
          const words = new URLSearchParams(asked as Record<string, string>).toString();
          return {
            method: method.toUpperCase(),
            path: `${path.replace("{id}", encodeURIComponent(card) || "x")}${words ? `?${words}` : ""}`,
            ...(sent !== undefined && { body: sent }),
            ...(project !== undefined && { project }),
          };
        });
    }),
  );
  return fc.oneof(...each);
}

describe("whatever is asked", () => {
  it("[N30] of an operation of the document, the answer is one that the document has, and never a fault of the server", async () => {
    const { app, send, faults } = appOf();
    await send("POST", "/v1/cards", {
      id: "db.backup",
      when_to_use: "before a database migration",
      title: "Back up first",
    });
    const document = JSON.parse((await send("GET", "/openapi.json")).text);
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(requestsFor(document), async ({ method, path, body, project }) => {
        const answer = await send(
          method,
          path,
          body === undefined ? undefined : JSON.stringify(body),
          project === undefined ? {} : { "habitus-project": project },
        );
        if (answer.status >= 500) throw new Error(`${answer.status} ${answer.text} ${faults.at(-1)}`);
        if (answer.status >= 400)
          expect(answer.json.error).toMatchObject({ code: expect.any(String), message: expect.any(String) });
        else expect(answer.json).toBeTypeOf("object");
        seen.add(`${method} ${answer.status}`);
      }),
      { numRuns: RUNS },
    );
    // It has to have got through to the memory as well as to have been refused.
    expect([...seen].filter((each) => each.endsWith(" 200")).length).toBeGreaterThan(1);
    expect([...seen].some((each) => each.endsWith(" 400"))).toBe(true);
    expect(faults).toEqual([]);
    await app.stop();
  });

  it("[N30] in no form at all, it is refused and nothing breaks", async () => {
    const { send, faults } = appOf();
    const bodies = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.json().map((text) => text.slice(0, -1)),
      fc.constantFrom("{", "nul", '{"task":"\\ud800"}', '{"__proto__":{"task":"x"}}', "[".repeat(5_000)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("/v1/recall", "/v1/outcomes", "/v1/cards", "/vector_store", "/record_task_memory"),
        bodies,
        async (path, body) => {
          const { status, text } = await send("POST", path, body || " ");
          if (status >= 500) throw new Error(`${status} ${text} ${faults.at(-1)}`);
        },
      ),
      { numRuns: 200 },
    );
  });
});
