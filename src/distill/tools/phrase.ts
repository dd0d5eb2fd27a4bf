import { z } from "zod";
import { asData } from "../../ask/as-data.ts";
import { askObject } from "../../ask/ask-object.ts";
import type { Experience } from "../../model/experience.ts";
import type { LanguageModel } from "../../ports.ts";
import { languageOf } from "../../text/language.ts";
import { TOOL_PROMPTS } from "./prompts.ts";

const schema = z.object({ steps: z.array(z.string().min(1).max(500)).min(1).max(6) });

/**
 * The steps of a guideline in a model's words. They may say less, and nothing else: every name in code and every number must stand in
 * the guideline already, and each name that the old steps tell of must still be there.
 * @returns the new body, or in words why the old one stays
 * @throws MemoryError `MODEL_FAILED`
 */
export async function phraseGuideline(
  model: LanguageModel,
  card: Pick<Experience, "body" | "title" | "whenToUse">,
): Promise<{ body: string } | { kept: string }> {
  const { head, steps, rest } = partsOf(card.body);
  const prompts = TOOL_PROMPTS[languageOf(`${card.title}\n${card.whenToUse}`)];
  const said = await askObject(model, {
    name: "guideline_steps",
    messages: [
      { role: "system", content: prompts.system },
      { role: "user", content: `${prompts.phrase}\n\n${asData("candidate", `${head}\n\n${steps}`, 12_000)}` },
    ],
    schema,
  });
  const lines = said.steps.map((step) =>
    step
      .replaceAll(/\s+/g, " ")
      .replace(/^(?:\d+[.)]|[-*])\s+/, "")
      .trim(),
  );
  const kept = unfaithful(lines.join("\n"), `${head}\n${steps}`, steps);
  if (kept !== undefined) return { kept };
  return { body: `${head}\n\n${lines.map((step, i) => `${i + 1}. ${step}`).join("\n")}\n\n${rest}` };
}

/** Title, steps and sections of a body as `toCandidate` writes it. */
function partsOf(body: string): { head: string; steps: string; rest: string } {
  const at = body.search(/^## /m);
  const [top, rest] = at < 0 ? [body, ""] : [body.slice(0, at), body.slice(at)];
  const [head = "", ...steps] = top.trim().split(/\n\n/);
  return { head, steps: steps.join("\n\n"), rest };
}

function unfaithful(text: string, known: string, steps: string): string | undefined {
  const names = namesIn(known);
  const strange = [...namesIn(text)].find((name) => !names.has(name));
  if (strange !== undefined) return `it names \`${strange}\`, which the guideline does not`;
  const lost = [...namesIn(steps)].find((name) => !text.includes(name));
  if (lost !== undefined) return `it does not speak of \`${lost}\` any more`;
  const numbers = new Set(numbersIn(known));
  const invented = numbersIn(text).find((number) => !numbers.has(number));
  if (invented !== undefined) return `it has the number ${invented}, which the guideline does not`;
  return /^#|```/m.test(text) ? "it holds headings or code blocks" : undefined;
}

/** What stands in code, and identifiers that are no words of a language. */
function namesIn(text: string): Set<string> {
  const coded = [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
  const plain = text.match(/\b[A-Za-z]+(?:_[A-Za-z0-9]+)+\b|\b[a-z]+[A-Z][A-Za-z0-9]*\b/g) ?? [];
  return new Set([...coded, ...plain]);
}

function numbersIn(text: string): string[] {
  return text.match(/\d+(?:\.\d+)?/g) ?? [];
}
