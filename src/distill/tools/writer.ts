import type { ToolRule } from "../../model/rule.ts";
import type { Language } from "../../text/language.ts";
import type { CardWriter } from "../card-writer.ts";
import { errorHints } from "../error-hints.ts";
import type { ChangeKind } from "../fix/changes.ts";
import { code } from "../phrases/code.ts";
import { type ChangePhrases, PHRASES } from "../phrases/phrases.ts";
import { TOOL_PHRASES, type ToolPhrases } from "../phrases/tool.ts";
import { quote } from "../quote.ts";
import type { ToolFailure, ToolGuide, ToolParameter, ToolRepair } from "./guide.ts";

/** A guideline: what to do so that calls of one tool succeed, and the counts that say so. No word of it comes from a tool, but for quoted errors. */
export const toolWriter: CardWriter<ToolRule> = {
  kind: "tool",
  nameOf: ({ tool }) => `tool.${tool}`,
  toolsOf: ({ tool }) => [tool],
  namesOf: ({ tool }) => [tool],
  phrases: ({ tool }, language, _topic, { guide }) => {
    const phrases = TOOL_PHRASES[language];
    const { parameters = [], failures = [] } = guide ?? {};
    const repaired = failures.filter(({ repair }) => repair);
    const steps = [
      ...parameters.map((each) => phrases.giveSo(shaped(each, phrases), counted(each))),
      ...repaired.map((each) => repairStep(each, tool, language)),
      ...(failures.length > repaired.length ? [phrases.noRepair(code(tool), repaired.length > 0)] : []),
    ];
    const failed = (guide?.calls ?? 0) - (guide?.ok ?? 0);
    return {
      title: phrases.title(tool),
      whenToUse: phrases.whenToUse(tool),
      steps: steps.length > 0 ? steps : [phrases.asBefore(code(tool))],
      preconditions: [phrases.precondition(code(tool))],
      failureModes: [
        failed === 0
          ? phrases.neverFailed
          : phrases.failed(
              { failed, calls: guide!.calls },
              failures.map((each) => errorHints(each.error, tool).join(" ")).filter((hints) => hints !== ""),
            ),
      ],
    };
  },
  held: ({ guide }, language) => TOOL_PHRASES[language].figures(guide!),
  strength: ({ guide }, language) => figureLines(guide!, language),
};

/** One line for each parameter and each class of failure, with its counts. */
export function figureLines(guide: ToolGuide, language: Language): string[] {
  const phrases = TOOL_PHRASES[language];
  return [
    ...guide.parameters.map((each) =>
      phrases.parameter(shaped(each, phrases), { ...counted(each), tasks: each.tasks, atLeast: percent(each.bound) }),
    ),
    ...guide.failures.map((each) => {
      const repair = each.repair && {
        by: repairName(each.repair, guide.tool, language),
        times: each.repair.times,
        tasks: each.repair.tasks,
        atLeast: percent(each.repair.bound),
      };
      return phrases.failure(
        quote(each.error),
        { times: each.times, tasks: each.tasks, repaired: each.repaired },
        repair,
      );
    }),
  ];
}

function counted({ calls, well, otherCalls, otherWell }: ToolParameter) {
  return { calls, well, otherCalls, otherWell };
}

function percent(share: number): number {
  return Math.floor(share * 100);
}

function shaped({ param, shape }: ToolParameter, { shapes }: ToolPhrases): string {
  const name = code(param);
  if (shape.startsWith("~")) return shapes.format(name, code(shape.slice(1)));
  if (shape.startsWith("=")) return shapes.value(name, code(choiceIn(shape)));
  return shapes[shape as keyof Omit<ToolPhrases["shapes"], "format" | "value">](name);
}

/** A plain word or a small number: see `isPlainWord`. */
function choiceIn(shape: string): string {
  return String(JSON.parse(shape.slice(1)));
}

function repairStep({ error, repair, repaired }: ToolFailure, tool: string, language: Language): string {
  const phrases = TOOL_PHRASES[language];
  return phrases.repairStep(errorHints(error, tool), repairName(repair!, tool, language), code(tool), {
    times: repair!.times,
    repaired,
  });
}

function repairName({ by }: ToolRepair, tool: string, language: Language): string {
  const phrases = TOOL_PHRASES[language];
  if ("call" in by) return phrases.call(code(by.call));
  if (by.change === ("retry" satisfies ChangeKind)) return phrases.retry(code(tool));
  return PHRASES[language].changes[by.change as keyof ChangePhrases](code(by.param));
}
