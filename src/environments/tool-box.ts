import { toJSONSchema, type ZodObject, type z } from "zod";
import type { Json, JsonObject } from "../model/json.ts";
import type { CallAnswer, ToolDescription } from "./environment.ts";

/** A call that the place refuses; the message is all that the agent gets to see. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

export interface Tool<State> {
  description: string;
  input: ZodObject;
  /** Changes the state or refuses, never both. */
  run: (state: State, input: JsonObject) => Json;
}

/** Joins schema and behaviour, so that `run` gets what the schema promises. */
export function tool<State, Shape extends ZodObject>(
  description: string,
  input: Shape,
  run: (state: State, input: z.infer<Shape>) => Json,
): Tool<State> {
  return { description, input: input.strict(), run: (state, given) => run(state, given as z.infer<Shape>) };
}

export type ToolBox<State> = Readonly<Record<string, Tool<State>>>;

export function describe<State>(tools: ToolBox<State>): ToolDescription[] {
  return Object.entries(tools).map(([name, { description, input }]) => {
    const { $schema: _, ...schema } = toJSONSchema(input) as JsonObject;
    return { name, description, input: schema };
  });
}

/** Answers one call as a strict server would: unknown tools, missing, misspelt and mistyped arguments are refused by name. */
export function answer<State>(tools: ToolBox<State>, state: State, name: string, input: JsonObject): CallAnswer {
  const called = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (!called) return { outcome: "error", error: `unknown tool "${name}"` };
  const parsed = called.input.safeParse(input);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) =>
      path.length > 0 ? `${path.join(".")}: ${message}` : message,
    );
    return { outcome: "error", error: `invalid arguments: ${faults.join("; ")}` };
  }
  try {
    return { outcome: "ok", result: called.run(state, parsed.data as JsonObject) };
  } catch (error) {
    if (error instanceof Refusal) return { outcome: "error", error: error.message };
    throw error;
  }
}
