import type { Language } from "../text/language.ts";
import { hasWriter, writerOf } from "./card-writer.ts";
import type { Example } from "./evidence.ts";
import type { Finding } from "./miner.ts";
import { PHRASES } from "./phrases/phrases.ts";
import { quote } from "./quote.ts";

/** What a mined card can show for itself: when, how often, how sure, how it ended, and where to look. */
export function evidenceLines(finding: Finding, language: Language): string[] {
  const { evidence } = PHRASES[language];
  const { rule, support, tasks, hits, chances, bound, baseRate, tier, detail, outcomes } = finding;
  const span = evidence.span(finding.first?.slice(0, 10), finding.last?.slice(0, 10));
  const atLeast = Math.floor(bound * 100);
  const usual = Math.ceil(baseRate * 100);
  const ownHeld = hasWriter(rule) ? writerOf(rule).held : undefined;
  return [
    `${span === "" ? "" : `${span}, `}${ownHeld?.(finding, language) ?? evidence.held({ support, tasks, hits, chances })}`,
    ...(hasWriter(rule)
      ? writerOf(rule).strength(finding, language)
      : tier === "name-agreement"
        ? [evidence.byName]
        : rule.type === "provenance"
          ? [evidence.strength({ atLeast, byChance: usual })]
          : [evidence.amongErrors({ atLeast, elsewhere: usual })]),
    ...((detail.said ?? 0) > 0 ? [evidence.said(detail.said!)] : []),
    ...((detail.withoutUserText ?? 0) > 0 ? [evidence.withoutUserText(detail.unexplained ?? 0)] : []),
    ...((detail.unrepaired ?? 0) > 0
      ? [evidence.unrepaired({ failed: detail.failed ?? 0, unrepaired: detail.unrepaired! })]
      : []),
    ...(hasWriter(rule) || rule.type === "provenance" || rule.tool === "*" ? [] : [evidence.error(quote(rule.error))]),
    evidence.outcomes(outcomes),
    ...(finding.examples.length > 0 ? [evidence.seenIn(finding.examples.map(linkTo).join(", "))] : []),
  ];
}

/** Task names come from outside: one that is more than a name is not shown. */
function linkTo({ task, trajectory }: Example): string {
  const label = /^[\p{L}\p{N}_.:-]{1,60}$/u.test(task) ? task : trajectory;
  return `[${label}](trajectory:${trajectory})`;
}
