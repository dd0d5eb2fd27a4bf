import { MemoryError } from "../errors.ts";
import type { Environment, EnvironmentOptions } from "./environment.ts";
import { fileStore } from "./file-store.ts";
import { orderDesk } from "./order-desk.ts";
import { environmentOf } from "./place.ts";
import { ticketDesk } from "./ticket-desk.ts";

export const ENVIRONMENT_NAMES = ["order-desk", "file-store", "ticket-desk"] as const;
export type EnvironmentName = (typeof ENVIRONMENT_NAMES)[number];

/**
 * One of the built-in places. Nothing in it depends on the time or on chance: the same calls get the same answers.
 * @throws MemoryError `INVALID_INPUT` when there is no such place, or an option makes no sense
 */
export function createEnvironment(name: string, options: EnvironmentOptions = {}): Environment {
  switch (name) {
    case "order-desk":
      return environmentOf(orderDesk, options);
    case "file-store":
      return environmentOf(fileStore, options);
    case "ticket-desk":
      return environmentOf(ticketDesk, options);
    default:
      throw new MemoryError(
        "INVALID_INPUT",
        `no environment is called "${name}"`,
        `Environments: ${ENVIRONMENT_NAMES.join(", ")}.`,
      );
  }
}
