import { code } from "../code.ts";
import type { HabitPhrases } from "./habits.ts";
import { plain, shortList, type Vocabulary, wordsFor } from "./letter-words.ts";

/** `run the tests`, `running the tests`. */
interface Verb {
  act: string;
  acting: string;
}

const verb = (base: string, ing: string, rest: string): Verb => ({ act: `${base} ${rest}`, acting: `${ing} ${rest}` });

const WORDS: Vocabulary<Verb> = {
  kinds: {
    search: verb("search", "searching", "the code"),
    list: verb("list", "listing", "the files"),
    read: verb("read", "reading", "a file"),
    edit: verb("edit", "editing", "a file"),
    create: verb("write", "writing", "a file"),
    web: verb("look", "looking", "it up on the web"),
    agent: verb("give", "giving", "a part to a subagent"),
    plan: verb("update", "updating", "the plan"),
  },
  purposes: {
    test: verb("run", "running", "the tests"),
    build: verb("run", "running", "the build"),
    lint: verb("run", "running", "the linter"),
    typecheck: verb("check", "checking", "the types"),
    check: verb("run", "running", "the checks"),
    run: verb("run", "running", "the program"),
    format: verb("format", "formatting", "the code"),
    install: verb("install", "installing", "the dependencies"),
    stage: verb("stage", "staging", "the changes"),
    sync: verb("fetch", "fetching", "what is new in the repository"),
    branch: verb("change", "changing", "the branch"),
    migrate: verb("run", "running", "the migrations"),
    clean: verb("clean", "cleaning", "the build output"),
    commit: verb("make", "making", "a commit"),
    push: verb("push", "pushing", "the commits"),
    deploy: verb("deploy", "deploying", "the project"),
    release: verb("release", "releasing", "a version"),
    move: verb("move", "moving", "files"),
  },
  roles: {
    test: "a test file",
    source: "a source file",
    config: "a configuration file",
    ci: "the CI configuration",
    manifest: "the package manifest",
    lockfile: "the lock file",
    migration: "a migration",
    infra: "an infrastructure file",
    docs: "the documentation",
    style: "a style sheet",
    data: "a data file",
    asset: "an asset",
  },
  onFile: (kind, file) =>
    ({
      read: verb("read", "reading", file),
      edit: verb("edit", "editing", file),
      create: verb("write", "writing", file),
    })[kind],
  running: (command) => verb("run", "running", command),
  calling: (tool) => verb("call", "calling", tool),
  other: verb("take", "taking", "that step"),
};

const inTitle = (letter: string): Verb => wordsFor(letter, WORDS, plain);
const inText = (letter: string): Verb => wordsFor(letter, WORDS, code);

export const en: HabitPhrases = {
  coRead({ paths }, topic) {
    return {
      title: `Read ${and(paths)} together`,
      whenToUse: `When one of ${and(paths)} is about to be read${about(topic)}`,
      steps: [
        `Read ${and(paths.map(code))} in one parallel step, or one right after the other.`,
        "Where one of them does not exist, go on with the others.",
        "Propose a change only after that: each of them leaves out what the others say.",
      ],
      preconditions: ["The task needs more from these files than one line."],
      failureModes: ["Reading one of them alone, and a change that another one contradicts."],
    };
  },
  order({ do: step, place, action, within }, topic) {
    const [what, when] = [inText(step), inText(action)];
    const preconditions = ["The request does not ask for something else here, and what the step needs is at hand."];
    if (place === "before") {
      return {
        title: `${capital(inTitle(step).act)} before ${inTitle(action).acting}`,
        whenToUse: `When about to ${inTitle(action).act}${about(topic)}`,
        steps: [
          `${within === 1 ? "Directly before" : "Shortly before"} ${when.acting}, ${what.act}.`,
          "Read what comes back. Where it speaks against the plan, change the plan.",
          `Then ${when.act}.`,
        ],
        preconditions,
        failureModes: [
          `${capital(when.acting)} straight away: what the step would have shown is found too late.`,
          "Taking the step for form's sake, without reading what comes back.",
        ],
      };
    }
    return {
      title: `${capital(inTitle(step).act)} after ${inTitle(action).acting}`,
      whenToUse: `When about to ${inTitle(action).act}, or right after it${about(topic)}`,
      steps: [
        `${capital(when.act)}.`,
        `${within === 1 ? "Directly after that" : "Soon after that"}, ${what.act}.`,
        "Read what comes back, and settle it before the next step.",
      ],
      preconditions,
      failureModes: [
        "Leaving it to the end: then nobody knows which of several steps was at fault.",
        "Going on although what came back speaks of a problem.",
      ],
    };
  },
  correctWith({ action, error, with: by, again }, topic, hints) {
    const [what, when] = [inText(by), inText(action)];
    if (error === undefined) {
      return {
        title: `Go over the same file after ${inTitle(action).acting}: ${inTitle(by).act}`,
        whenToUse: `When about to ${inTitle(action).act}, or right after it${about(topic)}`,
        steps: [
          `After ${when.acting}, read over what it now says.`,
          `Where something is missing or wrong, ${what.act} at once, in that same file.`,
          "Go on to the next file only after that.",
        ],
        preconditions: ["The file is part of what the user asked for."],
        failureModes: ["Going on with a first draft that is known to need a correction."],
      };
    }
    return {
      title: `${capital(inTitle(by).act)} when ${inTitle(action).acting} fails${inBrackets(hints)}`,
      whenToUse: `When ${inTitle(action).acting} has failed${inBrackets(hints)}${about(topic)}`,
      steps: [
        "Compare the error with the one quoted under Evidence.",
        again
          ? `If it is that one, ${what.act}, and then repeat the step.`
          : `If it is that one, do not repeat the step: ${what.act} instead.`,
        "If that does not lead on either, look for the cause.",
      ],
      preconditions: ["It serves the same purpose and is within what the user asked for."],
      failureModes: [`Repeating the same step${again ? " at once" : ""}: the same error comes back.`],
    };
  },
  workflow({ steps }, topic) {
    const names = steps.map((step) => inTitle(step).act.replace(/^(?:run|call) /, ""));
    return {
      title: `In this order: ${shortList(names, ", ")}`,
      whenToUse: `When about to ${inTitle(steps[0]!).act}${about(topic)}`,
      steps: steps.map((step) => `${capital(inText(step).act)}.`),
      preconditions: [
        "The user asked for all of it. A step that publishes, pushes or deletes needs their word.",
        "Each step begins after the one before it has succeeded.",
      ],
      failureModes: ["A step left out, or two of them the other way round.", "Going on although a step has failed."],
    };
  },
};

function and(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
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
