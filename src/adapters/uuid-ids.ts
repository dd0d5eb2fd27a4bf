import { V7Generator } from "uuidv7";
import type { Ids } from "../ports.ts";

/**
 * Version 7 UUIDs: unique in the world, sorting by time of creation, also within one millisecond of one process.
 *
 * Their random part comes from `Math.random`, which each process seeds from the system: ids have to differ, not to be secret, and
 * loading the crypto module would add a fifth to a bare start of Node, in every recall.
 */
export function createUuidIds(): Ids {
  const generator = new V7Generator({ nextUint32: () => Math.floor(Math.random() * 0x1_0000_0000) });
  return { next: () => generator.generate().toString() };
}
