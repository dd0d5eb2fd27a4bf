import { uuidv7 } from "uuidv7";
import type { Ids } from "../ports.ts";

/** Version 7 UUIDs: unique in the world, sorting by time of creation, also within one millisecond of one process. */
export function createUuidIds(): Ids {
  return { next: () => uuidv7() };
}
