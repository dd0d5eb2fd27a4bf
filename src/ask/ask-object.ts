import { z } from "zod";
import { MemoryError } from "../errors.ts";
import type { LanguageModel, ModelMessage } from "../ports.ts";
import { asData } from "./as-data.ts";
import { extractJson } from "./extract-json.ts";

/** What a model is asked for, with the shape that its reply must have. */
export interface Question<T> {
  /** Names the question in messages and on the wire: letters, digits and `_`. */
  name: string;
  messages: readonly ModelMessage[];
  schema: z.ZodType<T>;
  signal?: AbortSignal | undefined;
}

/** A model answered, and its answer cannot be used even after it was asked to correct it. */
export class UnusableReply extends MemoryError {
  override readonly name = "UnusableReply";
}

/**
 * Asks a model for an object. A reply without the one JSON value of the right shape is sent back once with what is wrong with it;
 * the second one is final.
 * @throws MemoryError `MODEL_FAILED`: {@link UnusableReply} with the reason, or whatever the model itself rejects with
 */
export async function askObject<T>(model: LanguageModel, question: Question<T>): Promise<T> {
  const first = await ask(model, question, []);
  if ("value" in first) return first.value;
  const second = await ask(model, question, [
    { role: "assistant", content: first.text.trim() === "" ? "(nothing)" : first.text },
    { role: "user", content: repairText(first.problem, question.schema) },
  ]);
  if ("value" in second) return second.value;
  throw new UnusableReply(
    "MODEL_FAILED",
    `${model.name} gave no usable "${question.name}": ${second.problem} (asked twice)`,
    "Try another model for this role, or a server that holds its model to a JSON schema.",
  );
}

/**
 * Asks a model for a text.
 * @throws MemoryError `MODEL_FAILED` when there is none, when it was cut, or when the model declined
 */
export async function askText(model: LanguageModel, question: Omit<Question<never>, "schema">): Promise<string> {
  const { signal } = question;
  const reply = await model.generate({ messages: question.messages, ...(signal && { signal }) });
  const text = reply.text.replaceAll(/<think>[\s\S]*?(?:<\/think>|$)/gi, "").trim();
  const problem = unfinished(reply.finish) ?? (text === "" ? "the reply is empty" : undefined);
  if (problem === undefined) return text;
  throw new UnusableReply("MODEL_FAILED", `${model.name} gave no usable "${question.name}": ${problem}`);
}

async function ask<T>(
  model: LanguageModel,
  { name, messages, schema, signal }: Question<T>,
  more: readonly ModelMessage[],
): Promise<{ value: T } | { problem: string; text: string }> {
  const reply = await model.generate({
    messages: [...messages, ...more],
    format: { name, schema: { title: name, ...z.toJSONSchema(schema, { io: "input" }) } },
    ...(signal && { signal }),
  });
  const { text } = reply;
  const declined = reply.finish === "refusal" ? unfinished(reply.finish) : undefined;
  if (declined !== undefined) return { problem: declined, text };
  const found = extractJson(text);
  if ("problem" in found) return { problem: unfinished(reply.finish) ?? found.problem, text };
  const checked = schema.safeParse(found.value);
  return checked.success ? { value: checked.data } : { problem: describe(checked.error), text };
}

function unfinished(finish: "stop" | "length" | "refusal" | "other"): string | undefined {
  if (finish === "refusal") return "the model declined to answer";
  return finish === "length" ? "the reply was cut at the most tokens that one may have (max_tokens)" : undefined;
}

function describe(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.length > 0 ? path.join(".") : "the reply"}: ${message}`)
    .join("; ");
}

function repairText(problem: string, schema: z.ZodType): string {
  return [
    `That reply cannot be used: ${problem}.`,
    "Reply again with one JSON object of this shape and nothing else:",
    asData("reply", JSON.stringify(z.toJSONSchema(schema, { io: "input" }))),
  ].join("\n");
}
