import { code } from "./code.ts";
import type { ChangePhrases, Phrases } from "./phrases.ts";

const CHANGES: ChangePhrases = {
  renamed: (param) => `give the value under the name ${param}`,
  added: (param) => `add ${param}`,
  removed: (param) => `leave ${param} out`,
  "string-to-number": (param) => `give ${param} as a number, not as text`,
  "number-to-string": (param) => `give ${param} as text, not as a number`,
  "string-to-boolean": (param) => `give ${param} as true or false, not as text`,
  "array-to-scalar": (param) => `give ${param} as a single value, not as a list`,
  "scalar-to-array": (param) => `give ${param} as a list`,
  "drop-folder": (param) => `give ${param} as a bare name, without the folder in front of it`,
  "add-folder": (param) => `give ${param} with its folder in front of it`,
  "letter-case": (param) => `change ${param} to the right upper and lower case`,
  trimmed: (param) => `give ${param} without quotes and spaces around it`,
  reformatted: (param) => `write ${param} in the other format`,
  "only-folder": (param) => `give only the folder in ${param}, without the name behind it`,
  shortened: (param) => `shorten ${param} to its essential part`,
  lengthened: (param) => `give ${param} in full`,
  lower: (param) => `lower ${param}`,
  higher: (param) => `raise ${param}`,
  "value-from-result": (param) => `take ${param} from what a tool has returned`,
};

export const en: Phrases = {
  provenance({ rule, words, looksUp, oneOfSeveral, topic }) {
    const { tool, param, from } = rule;
    return {
      title: looksUp
        ? `Fetch the ${words} with ${from.tool} before ${tool}`
        : `Take the ${words} of ${tool} from the result of ${from.tool}`,
      whenToUse: `When ${tool} needs ${a(words)} that the user has not named${about(topic)}`,
      steps: [
        looksUp
          ? `Call ${code(from.tool)} before ${code(tool)}, for exactly the thing that the request is about.`
          : `Go back to what ${code(from.tool)} returned. Do not call it again only to get a value.`,
        oneOfSeveral
          ? `Among the values at ${code(from.field)} in its latest result, choose the one that fits the request.`
          : `Read ${code(from.field)} in its latest result.`,
        `Pass that value unchanged as ${code(param)} of ${code(tool)}. If the user has named ${a(words)}, use theirs instead.`,
      ],
      preconditions: [
        looksUp
          ? `${code(from.tool)} is at hand.`
          : `${code(from.tool)} has returned ${code(from.field)} in this conversation.`,
        `The user has named no ${words}.`,
      ],
      failureModes: [
        `${capital(a(words))} from memory or from an older result, or one that was rounded on its way: the call may succeed and do the wrong thing.`,
      ],
    };
  },
  fixCall({ rule, topic, hints }) {
    const { tool, fix } = rule;
    const first = fix[0]!;
    return {
      title: `Call ${fix.join(" or ")} when ${tool} fails${inBrackets(hints)}`,
      whenToUse: `When ${tool} fails${inBrackets(hints)}, or is about to be called${about(topic)}`,
      steps: [
        `Compare the error of ${code(tool)} with the one quoted under Evidence.`,
        fix.length === 1
          ? `If it is that one, call ${code(first)}.`
          : `If it is that one, call ${code(first)}; where that does not fit, call ${fix.slice(1).map(code).join(" or ")}.`,
        `Call ${code(tool)} again for the same purpose.`,
        "If it now fails in another way, that is a new error: treat it by itself.",
      ],
      preconditions: [`${fix.map(code).join(" or ")} is at hand, and calling it is within what the user asked for.`],
      failureModes: [
        `Repeating ${code(tool)} unchanged: the same error comes back.`,
        "Giving up after the first failure, although one step repairs it.",
      ],
    };
  },
  fixArgument({ rule, topic, hints }) {
    const { tool, param, change } = rule;
    if (change === "clean-name") {
      return {
        title: "Write the bare name of a tool, without markup behind it",
        whenToUse: "When a tool call is refused although the tool exists, or before calling any tool",
        steps: [
          "Look at the name of the call that was refused.",
          "Cut everything behind the plain name: channel marks, angle brackets, bars and spaces.",
          "Send the same call with the same arguments under the plain name.",
        ],
        preconditions: ["The plain name is in the list of tools at hand."],
        failureModes: [
          "Repeating the call under the broken name: it is refused each time.",
          "Changing the arguments, which were not the cause.",
        ],
      };
    }
    if (change === "retry") {
      return {
        title: `Repeat ${tool} once when it fails${inBrackets(hints)}`,
        whenToUse: `When ${tool} fails${inBrackets(hints)}${about(topic)}`,
        steps: [
          `Compare the error of ${code(tool)} with the one quoted under Evidence.`,
          "If it is that one, send the same call once more, unchanged.",
          "If it fails again, stop and look for the cause.",
        ],
        preconditions: [`Repeating ${code(tool)} does no harm: nothing is paid, sent or deleted twice.`],
        failureModes: ["Repeating again and again: an error that comes back is no passing one."],
      };
    }
    const what = CHANGES[change as keyof ChangePhrases](code(param));
    return {
      title: `${capital(CHANGES[change as keyof ChangePhrases](param))} when ${tool} fails${inBrackets(hints)}`,
      whenToUse: `When ${tool} fails${inBrackets(hints)}, or its ${param} is about to be filled in${about(topic)}`,
      steps: [
        `Compare the error of ${code(tool)} with the one quoted under Evidence.`,
        `If it is that one, ${what}.`,
        `Call ${code(tool)} again and leave its other arguments as they were.`,
      ],
      preconditions: [`The other arguments of ${code(tool)} are what the user asked for.`],
      failureModes: [
        `Repeating ${code(tool)} unchanged: the same error comes back.`,
        `Changing several arguments at once: then nobody knows which one mattered.`,
      ],
    };
  },
  changes: CHANGES,
  evidence: {
    span: (first, last) => (first === undefined ? "" : first === last ? first : `${first} to ${last}`),
    held: ({ support, tasks, hits, chances }) =>
      `held in ${support} of ${tasks} ${tasks === 1 ? "task" : "tasks"}, ${hits} of ${chances} times`,
    strength: ({ atLeast, byChance }) =>
      `at least ${atLeast} % of the time (95 % bound); chance alone would give ${byChance} %`,
    amongErrors: ({ atLeast, elsewhere }) =>
      `at least ${atLeast} % of the time (95 % bound); without this error the same would be done ${elsewhere} % of the time`,
    byName: "the names agree and the value was new in that result, but it hardly varies: no test against chance",
    said: (count) => `${count} more ${count === 1 ? "time" : "times"} the user had named the value`,
    withoutUserText: (unexplained) =>
      `the log lacks the user's words${unexplained > 0 ? `; ${unexplained} values stand in no result and may be theirs` : ""}`,
    unrepaired: ({ failed, unrepaired }) => `of ${failed} failures, ${unrepaired} were never repaired`,
    error: (quoted) => `the error: ${quoted}`,
    outcomes: ({ well, badly, unknown }) =>
      well > 0
        ? `${well} of these tasks ended well`
        : badly > 0
          ? `none of these tasks ended well${unknown > 0 ? ` (${unknown} unknown)` : ""}; the step held, not the task`
          : "nobody knows how these tasks ended",
    seenIn: (links) => `seen in ${links}`,
  },
};

function a(words: string): string {
  return `${/^[aeio]/.test(words) ? "an" : "a"} ${words}`;
}

function about(topic: readonly string[]): string {
  return topic.length > 0 ? `; tasks about ${topic.join(", ")}` : "";
}

function inBrackets(hints: readonly string[]): string {
  return hints.length > 0 ? ` (${hints.join(", ")})` : "";
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
