import type { Trajectory } from "../../model/trajectory.ts";
import { batchesOf } from "../provenance/uses.ts";
import { type Act, actsOf } from "./acts.ts";
import type { Letter } from "./letters.ts";

/** What an agent did in one attempt, as letters. */
export interface Run {
  /** Those in which something was done. */
  turns: readonly RunTurn[];
}

export interface RunTurn {
  /** Counted from 0, those without acts included. */
  turn: number;
  slots: readonly Slot[];
}

/** Acts between which there is no order: they were asked for in one message. Never empty. */
export type Slot = readonly Act[];

/** Calls and commands of one attempt that are looked at: the first ones. Longer sessions come in pieces. */
const MAX_COMMANDS = 400;

/** The acts of an attempt in order. A shell call that was asked for alone gives a slot for each of its commands. */
export function runOf({ turns }: Pick<Trajectory, "turns">): Run {
  let left = MAX_COMMANDS;
  const slotsOf = (steps: Trajectory["turns"][number]["steps"]): Slot[] => {
    const slots: Slot[] = [];
    for (const batch of batchesOf(steps)) {
      if (left <= 0) break;
      const lists = batch.flatMap(actsOf);
      left -= lists.length;
      if (batch.length === 1) slots.push(...lists);
      else if (lists.length > 0) slots.push(lists.flat());
    }
    return slots;
  };
  return {
    turns: turns.map(({ steps }, turn) => ({ turn, slots: slotsOf(steps) })).filter(({ slots }) => slots.length > 0),
  };
}

/** A run with the places of its letters, so that one that it does not have costs nothing to look for. */
export interface IndexedRun extends Run {
  /** How many slots it has. */
  size: number;
  /** Where each letter stands, in order; a slot that has it twice is one place. */
  places: ReadonlyMap<Letter, readonly Place[]>;
}

export interface Place {
  turn: number;
  slots: readonly Slot[];
  /** Position in `slots`. */
  at: number;
}

export function indexed({ turns }: Run): IndexedRun {
  const places = new Map<Letter, Place[]>();
  let size = 0;
  for (const { turn, slots } of turns) {
    size += slots.length;
    for (let at = 0; at < slots.length; at++) {
      for (const { letters } of slots[at]!) {
        for (const letter of letters) {
          const own = places.get(letter) ?? [];
          const last = own.at(-1);
          if (own.length === 0) places.set(letter, own);
          if (last?.at !== at || last.turn !== turn) own.push({ turn, slots, at });
        }
      }
    }
  }
  return { turns, size, places };
}

/** In how many slots of the run the letter stands. */
export function countOf({ places }: IndexedRun, letter: Letter): number {
  return places.get(letter)?.length ?? 0;
}

export function holds(slot: Slot | undefined, letter: Letter): boolean {
  return slot?.some(({ letters }) => letters.includes(letter)) ?? false;
}

/** Acts of a slot that have this letter. */
export function actsWith(slot: Slot | undefined, letter: Letter): Act[] {
  return slot?.filter(({ letters }) => letters.includes(letter)) ?? [];
}

/**
 * The chance that of `marked` slots, dealt out at random among `others`, at least one comes to lie in any of `places` of them.
 * That is what would happen if the order of a run meant nothing.
 */
export function chanceOfAny(others: number, marked: number, places: number): number {
  let none = 1;
  for (let place = 0; place < Math.min(places, others); place++) {
    none *= Math.max(0, others - marked - place) / (others - place);
  }
  return 1 - none;
}
