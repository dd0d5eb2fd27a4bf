import type { ImportedCard } from "../model/imported-card.ts";
import type { SessionInfo } from "../model/observation.ts";
import type { Trajectory } from "../model/trajectory.ts";

/** Reads files of one format. Recognises them by content, and never needs more than one record of a file at a time. */
export interface Importer {
  /** What `import --json` and messages call the format, such as `reme`. */
  name: string;
  /** True when files of this format only explain other files of the same import, so that they are read before those. */
  explains?: boolean;
  fits(sample: Sample): boolean;
  /**
   * Reads one file.
   * Contract: never rejects for what the file holds; damage comes out as a `problem` and the records after it go on.
   * @param chunks  the text of the file in pieces of any size
   */
  read(chunks: AsyncIterable<string>, context: ImportContext): AsyncIterable<ImportItem>;
}

/** What the first kilobytes of a file show. */
export interface Sample {
  /** Without its folder. */
  fileName: string;
  /** `lines`: one JSON value a line; `array`: one JSON array of records; `document`: one JSON object over several lines. */
  shape: "lines" | "array" | "document";
  /** The first values: lines, elements, or the one document; the last of them may be incomplete. Never empty. */
  values: readonly unknown[];
}

export interface ImportContext {
  /** As a person finds the file; only for messages. */
  path: string;
  /** What this file may learn from others of the same import. */
  known: ImportKnowledge;
}

/** Filled by importers that explain other files. */
export interface ImportKnowledge {
  /** What the user said in each turn, by the id of the task. */
  userTurns: Map<string, readonly string[]>;
  /** Names of a tool's parameters in their order, by the name of the tool. */
  parameters: Map<string, readonly string[]>;
}

export type ImportItem =
  | { trajectory: Trajectory; session: SessionInfo }
  | { card: ImportedCard }
  | { problem: ImportProblem }
  /** The file was recognised and holds nothing to import; in words, why. */
  | { passed: string };

/** A record that could not be read: named, skipped, never fatal. */
export interface ImportProblem {
  path: string;
  /** Counted from 1. */
  line: number;
  problem: string;
}

export function noKnowledge(): ImportKnowledge {
  return { userTurns: new Map(), parameters: new Map() };
}
