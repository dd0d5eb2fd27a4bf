/**
 * The part of a card that a machine can check. Its key identifies it: two cards with the same key say the same thing.
 * A new miner adds a member here, its miner in `distill/`, and its sentences in `distill/phrases/`.
 */
export type Rule =
  | ProvenanceRule
  | FixCallRule
  | FixArgumentRule
  | DivergenceRule
  | ConventionRule
  | UserCorrectionRule
  | CoReadRule
  | OrderRule
  | CorrectWithRule
  | WorkflowRule
  | ToolRule;

/** The value of `tool.param` is the one that an earlier result of `from.tool` holds at `from.field`. */
export interface ProvenanceRule {
  type: "provenance";
  tool: string;
  /** Dotted path of the argument, such as `price` or `passengers[].dob`. */
  param: string;
  from: { tool: string; field: string };
}

/** When `tool` fails with an error of this class, calling one of `fix` before trying again repairs it. */
export interface FixCallRule {
  type: "fix-call";
  tool: string;
  /** The error with its variable parts replaced by `*`. */
  error: string;
  /** Tools, the most frequent first; one is enough. Never empty. */
  fix: string[];
}

/** When `tool` fails with an error of this class, changing one argument in this way repairs it. */
export interface FixArgumentRule {
  type: "fix-argument";
  /** `*` for a failure that happens to any tool. */
  tool: string;
  error: string;
  /** The argument that changed; `*name` when it is the tool's own name, `*call` when nothing changed and trying again was enough. */
  param: string;
  /** The kind of change, such as `drop-folder`, `string-to-number`, `clean-name`. */
  change: string;
}

/** Of several attempts at one task, those on one side made this call and those on the other side did not. */
export interface DivergenceRule {
  type: "divergence";
  /** A tool, program and subcommand of a shell command, or `edit *.test.ts`: what was done to which files. */
  call: string;
  /** The attempts that have the call: those that ended well, or those that failed. */
  side: "success" | "failure";
}

/** In this project an argument that could be otherwise is always given, always given this value, or always written in this form. */
export interface ConventionRule {
  type: "convention";
  /** A tool, or program and subcommand of a shell command, such as `docker build`. */
  call: string;
  /** An option such as `--no-cache`, or the dotted path of an argument. */
  param: string;
  /** Without value and format: what counts is that the option is there. */
  value?: string | number | boolean;
  /** One of `FORMATS` in `distill/conventions/formats.ts`, such as `YYYY-MM-DD`. */
  format?: string;
}

/** The user wants `wanted` where the agent would use `unwanted`; both are names, never sentences. */
export interface UserCorrectionRule {
  type: "user-correction";
  unwanted: string;
  wanted: string;
}

/** Whoever reads one of these files reads the others too, at once or with at most two other steps between. */
export interface CoReadRule {
  type: "co-read";
  /** The tool that mostly reads them; `read` where several do. */
  tool: string;
  /** Two or more, sorted: names that many projects share, such as `main.tf`; folders as patterns. */
  paths: string[];
}

/** Every `action` has a `do` right before or right after it. Both are letters: see `distill/habits/letters.ts`. */
export interface OrderRule {
  type: "order";
  do: string;
  place: "before" | "after";
  action: string;
  /** Steps within which it comes: 1 is at once, 3 allows two others between. */
  within: number;
}

/** What `action` did is corrected at once by `with`: after an error of this class, or, without one, on the same file. Letters, as in an order. */
export interface CorrectWithRule {
  type: "correct-with";
  action: string;
  error?: string;
  with: string;
  /** After an error: `action` is then done again, and succeeds, with nothing changed by hand in between. */
  again?: true;
}

/** Once the first of these steps is done the others follow, in this order, with at most two other steps between. Letters, as in an order. */
export interface WorkflowRule {
  type: "workflow";
  /** Three to five. */
  steps: string[];
}

/** How calls of this tool go: what works, what fails, and what repairs it. Its figures are counted anew each time; the rule only names it. */
export interface ToolRule {
  type: "tool";
  tool: string;
}

/**
 * Stable identity of a rule: equal keys answer the same question ("where does this value come from", "what repairs this error"),
 * so a better answer refines the card instead of making a second one. Readable, one line, not meant to be parsed.
 */
export function ruleKey(rule: Rule): string {
  switch (rule.type) {
    case "provenance":
      return `provenance ${rule.tool}.${rule.param} <- ${rule.from.tool}.${rule.from.field}`;
    case "fix-call":
      return `fix-call ${rule.tool} "${rule.error}"`;
    case "fix-argument":
      return `fix-argument ${rule.tool}.${rule.param} "${rule.error}"`;
    case "divergence":
      return `divergence ${rule.side} ${rule.call}`;
    case "convention":
      return `convention ${rule.call} ${rule.param}`;
    case "user-correction":
      return `user-correction ${rule.unwanted}`;
    case "co-read":
      return `co-read ${[...rule.paths].sort().join(" ")}`;
    case "order":
      return `order ${rule.do} ${rule.place} ${rule.action}`;
    case "correct-with":
      return `correct-with ${rule.action}${rule.error === undefined ? "" : ` "${rule.error}"`}`;
    case "workflow":
      return `workflow ${rule.steps.join(" > ")}`;
    case "tool":
      return `tool ${rule.tool}`;
  }
}
