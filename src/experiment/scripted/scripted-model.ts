import { MemoryError } from "../../errors.ts";
import type { LanguageModel, ModelRequest } from "../../ports.ts";
import { estimateTokens } from "../../text/estimate-tokens.ts";
import { type Lesson, lessonOfFailure, lessonOfWay, lessonsOfComparison, lessonsOfErrors } from "./lessons.ts";
import { attemptsIn, type ShownAttempt } from "./read-attempt.ts";

/** Most lessons in one reply, as the lenses allow. */
const MOST = 5;

/**
 * A summariser, judge and rewriter by rule. It reads the prompts that a model would get and nothing else: what it writes down, it found in
 * the attempts that it was shown. Neither the tasks nor their verdicts are known to it in any other way.
 */
export function createScriptedModel(): LanguageModel {
  return {
    name: "scripted",
    generate: async (request) => {
      const prompt = request.messages.map(({ content }) => content).join("\n");
      const text = JSON.stringify(answerTo(request.format?.name ?? "", prompt));
      return { text, finish: "stop", inputTokens: estimateTokens(prompt), outputTokens: estimateTokens(text) };
    },
  };
}

function answerTo(asked: NonNullable<ModelRequest["format"]>["name"], prompt: string): unknown {
  const [first, second] = attemptsIn(prompt);
  switch (asked) {
    case "key_points":
      return { points: keyPointsOf(first) };
    case "success_experiences":
      return { experiences: first ? read(first, lessonOfWay) : [] };
    case "failure_experiences":
      return { experiences: first ? read(first, lessonOfFailure) : [] };
    case "comparison_experiences":
      return { experiences: first && second ? lessonsOfComparison(first, second).slice(0, MOST) : [] };
    case "judgement":
      return judgementOf(prompt);
    case "reflection":
      return reflectionOn(first);
    case "ranking":
      return { ranking: rankingOf(prompt) };
    case "guidance":
      return guidanceFrom(prompt);
    default:
      throw new MemoryError("MODEL_FAILED", `the scripted model has no answer to "${asked}"`);
  }
}

/** Around each error: from the call before it to the call that repaired it. */
function keyPointsOf(attempt: ShownAttempt | undefined): Array<{ from: number; to: number; why: string }> {
  return (attempt?.calls ?? [])
    .filter(({ error }) => error !== undefined)
    .slice(0, MOST)
    .map(({ n, tool, error }) => ({ from: Math.max(1, n - 1), to: n + 3, why: `${tool}: ${error}` }));
}

/** By key point what repaired its error; as a whole the way, or for a failure what its last error asks for. */
function read(attempt: ShownAttempt, whole: (attempt: ShownAttempt) => Lesson[]): Lesson[] {
  const lessons = attempt.points.flatMap((point) => lessonsOfErrors(attempt, point));
  return (lessons.length > 0 ? lessons : whole(attempt)).slice(0, MOST);
}

/** A candidate is valid when every tool that it names was called in the record. */
function judgementOf(prompt: string) {
  const candidate = /<candidate>\n([\s\S]*?)\n<\/candidate>/.exec(prompt)?.[1] ?? "";
  const called = new Set(
    attemptsIn(prompt).flatMap(({ calls }) =>
      calls.flatMap(({ tool, input }) => [tool, ...Object.keys(input), ...Object.values(input)]),
    ),
  );
  const named = [...candidate.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!);
  const valid = named.length > 0 && named.every((name) => called.has(name));
  const score = valid ? 0.8 : 0.2;
  const criteria = { actionability: score, accuracy: score, relevance: score, clarity: score, uniqueness: score };
  return { ...criteria, score, valid, reason: valid ? "every name was seen" : "it names what was not seen" };
}

function reflectionOn(attempt: ShownAttempt | undefined) {
  const nothing: Lesson = {
    title: "Look at the result before saying that it is done",
    when_to_use: `A request like: ${attempt?.task ?? ""}`,
    steps: ["Compare the result with each part of the request."],
    failure_modes: [],
    keywords: [],
    tools: [],
    generalized_query: "",
  };
  const experience = (attempt && lessonOfFailure(attempt)[0]) ?? nothing;
  return { insight: experience.steps.join(" "), experience };
}

interface ShownCard {
  n: number;
  text: string;
}

const cardsIn = (prompt: string): ShownCard[] => {
  const block = /<cards>\n([\s\S]*?)\n<\/cards>/.exec(prompt)?.[1] ?? "";
  return [...block.matchAll(/^(\d+)\. (.*(?:\n {3}.*)*)/gm)].map(([, n, text]) => ({ n: Number(n), text: text! }));
};

const telling = (text: string) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
const taskIn = (prompt: string) => /<task>\n([\s\S]*?)\n<\/task>/.exec(prompt)?.[1] ?? "";

/** By the words that a card's situation shares with the task. */
function rankingOf(prompt: string) {
  const words = telling(taskIn(prompt));
  return cardsIn(prompt).map(({ n, text }) => {
    const own = telling(/when: (.*)/.exec(text)?.[1] ?? text);
    const shared = [...words].filter((word) => own.has(word)).length / Math.max(1, words.size);
    return { n, relevance: shared, situation: shared, actionability: 0.5, quality: 0.5 };
  });
}

/** The steps of the cards that share a word with the task, one after the other. */
function guidanceFrom(prompt: string) {
  const cards = cardsIn(prompt);
  const fitting = rankingOf(prompt)
    .filter(({ relevance }) => relevance > 0)
    .map(({ n }) => n);
  const used = fitting.length > 0 ? fitting : cards.map(({ n }) => n);
  const steps = cards
    .filter(({ n }) => used.includes(n))
    .flatMap(({ text }) =>
      text
        .split("\n   ")
        .slice(1)
        .filter((line) => !line.startsWith("when:")),
    );
  return { guidance: `For "${taskIn(prompt)}":\n${[...new Set(steps)].map((step) => `- ${step}`).join("\n")}`, used };
}
