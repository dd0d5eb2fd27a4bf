import type { Ports } from "../ports.ts";
import type { LeftOut } from "../recall/recall.ts";

/** Under which the index notes the cards that a host's own memory says or opposes. */
export const HELD_NOTE = "host-memory";

/** Cards that recall leaves out because of what the hosts' memory files say, as it was found when they were last compared. */
export async function heldByHosts({ index }: Pick<Ports, "index">): Promise<Array<[string, LeftOut]>> {
  const note = await index.note(HELD_NOTE);
  return note === undefined ? [] : (JSON.parse(note) as { held: Array<[string, LeftOut]> }).held;
}
