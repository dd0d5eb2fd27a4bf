import { MemoryError } from "../errors.ts";
import type { Environment, EnvironmentOptions } from "./environment.ts";
import { fileStore } from "./file-store.ts";
import { orderDesk } from "./order-desk.ts";
import { environmentOf } from "./place.ts";
import { ticketDesk } from "./ticket-desk.ts";

const PLACES = ["order-desk", "file-store", "ticket-desk"] as const;
/** The built-in places, and all of them as one. */
export const ENVIRONMENT_NAMES = [...PLACES, "all"] as const;
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
    case "all":
      return joined(options);
    default:
      throw new MemoryError(
        "INVALID_INPUT",
        `no environment is called "${name}"`,
        `Environments: ${ENVIRONMENT_NAMES.join(", ")}.`,
      );
  }
}

/** The tasks of all places. A change of interface comes in each place at its own attempt of that number. */
function joined(options: EnvironmentOptions): Environment {
  const places = PLACES.map((name) => createEnvironment(name, options));
  return {
    name: "all",
    tasks: (split) => places.flatMap((place) => place.tasks(split)),
    reset: (task) => {
      const place = places.find(({ name }) => task.startsWith(`${name}/`));
      if (!place) throw new MemoryError("NOT_FOUND", `there is no task "${task}"`);
      return place.reset(task);
    },
  };
}
