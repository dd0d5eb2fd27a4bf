import type { Step, Turn } from "../../src/model/trajectory.ts";
import type { Planting } from "./habits.ts";
import { type Call, type Host, hostStep } from "./host-calls.ts";
import { LANGUAGES, type Language, type Phrases } from "./phrases.ts";
import type { Random } from "./random.ts";
import { NOUNS, type Stack } from "./stacks.ts";

/** Writes one session, call by call; what it holds is only what a host would have recorded. */
export class SessionScript {
  readonly turns: Turn[] = [];
  readonly random: Random;
  readonly host: Host;
  readonly stack: Stack;
  readonly language: Language;
  /** Names in this session's project that its files and prompts use. */
  readonly nouns: readonly string[];
  /** The habits of this project; activities ask it at every chance. */
  readonly planting: Planting;
  private calls = 0;
  private batches = 0;

  constructor(random: Random, host: Host, stack: Stack, language: Language, planting: Planting) {
    this.random = random;
    this.host = host;
    this.stack = stack;
    this.language = language;
    this.planting = planting;
    this.nouns = random.sample(NOUNS, 5);
  }

  /** One of these phrases in the language of the session, now and then in English, with names of the project filled in. */
  say(phrases: Phrases): void {
    const language = this.random.chance(0.1) ? "en" : this.language;
    this.prompt(this.fill(this.random.pick(phrases[language])));
  }

  fill(text: string): string {
    const [a, b] = this.random.sample(this.nouns, 2);
    return text.replaceAll("{a}", a ?? "x").replaceAll("{b}", b ?? "y");
  }

  prompt(user: string): void {
    this.turns.push({ user, steps: [] });
    this.batches = 0;
  }

  call(call: Call): Step {
    return this.add([hostStep(this.host, call)])[0]!;
  }

  /** Calls asked for in one message. */
  parallel(calls: readonly Call[]): void {
    const batch = this.batches++;
    this.add(calls.map((call) => ({ ...hostStep(this.host, call), batch })));
  }

  private add(steps: Step[]): Step[] {
    if (this.turns.length === 0) this.prompt("");
    for (const step of steps) {
      step.call = `call_${++this.calls}`;
      step.batch ??= this.batches++;
      step.ms = this.random.int(4, 4000);
      this.turns.at(-1)!.steps.push(step);
    }
    return steps;
  }

  shell(command: string, output = "", code = 0): Step {
    return this.call({ do: "shell", command, output, code });
  }

  read(path: string): Step {
    return this.call({ do: "read", path, content: `// ${path}` });
  }

  search(pattern: string): Step {
    return this.call({ do: "search", pattern, found: [`${this.source()}:${this.random.int(1, 90)}: ${pattern}`] });
  }

  edit(path: string, error?: string): Step {
    const [before, after] = this.random.sample(
      ["return total;", "const x = 1;", "if (!item) return;", "limit = 20", "return None", "let mut n = 0;"],
      2,
    );
    const call = { do: "edit", path, before: before ?? "", after: after ?? "" } as const;
    return this.call(error === undefined ? call : { ...call, error });
  }

  source(): string {
    return this.stack.source(this.random.pick(this.nouns));
  }

  test(): string {
    return this.stack.test(this.random.pick(this.nouns));
  }

  passed(): string {
    return this.stack.passed(this.random, this.random.sample(this.nouns, 3));
  }

  failed(): string {
    return this.stack.failed(this.random, this.random.sample(this.nouns, 3));
  }
}

export function pickLanguage(random: Random): Language {
  return random.pick(LANGUAGES);
}
