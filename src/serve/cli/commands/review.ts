import { MemoryError } from "../../../errors.ts";
import type { CliContext } from "../context.ts";
import { loadPromoteMessages } from "../messages/promote/load.ts";

export async function reviewCommand(
  { memory, out, t, lang }: CliContext,
  ids: string[],
  options: { accept?: boolean; refuse?: boolean; all?: boolean },
): Promise<void> {
  const opened = await memory();
  const waiting = await opened.waiting();
  if (!options.accept && !options.refuse) {
    out.data(waiting.map(({ card: { body: _body, ...card }, reason, by }) => ({ card, reason, by })));
    for (const { card, reason, by } of waiting)
      for (const line of t.waiting(card, reason, by, out.colors)) out.line(line);
    out.line(t.waitingCount(waiting.length));
    const { conflicts } = await opened.compareWithHosts();
    if (conflicts.length > 0) {
      const say = await loadPromoteMessages(lang);
      for (const conflict of conflicts) out.line(say.conflict(conflict));
    }
    return;
  }
  if (options.accept && options.refuse)
    throw new MemoryError("INVALID_INPUT", "--accept and --refuse exclude each other");
  if (ids.length === 0 && !options.all) {
    throw new MemoryError(
      "INVALID_INPUT",
      "no card was named",
      "Name ids, or add --all. `habitus review` lists what waits.",
    );
  }
  // All means all that nothing alarms: what the screen held is decided one by one, by name.
  const chosen = ids.length > 0 ? ids : waiting.filter(({ by }) => by !== "screen").map(({ card }) => card.id);
  const decided = await opened.review(chosen, options.accept === true);
  out.data({ decided, accepted: options.accept === true });
  out.line(options.accept ? t.accepted(decided.length) : t.refused(decided.length));
}
