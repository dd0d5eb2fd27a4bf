import type { Chance } from "../ports.ts";

export function createSystemChance(): Chance {
  return { draw: Math.random };
}
