/**
 * The part of a card that a machine can check. Its key identifies it: two cards with the same key say the same thing.
 * A new miner adds a member here, its miner in `distill/`, and its sentences in `distill/phrases/`.
 */
export type Rule = ProvenanceRule | FixCallRule | FixArgumentRule;

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
  }
}
