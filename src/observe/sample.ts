import { JSONParser } from "@streamparser/json";
import { isObject } from "../model/json.ts";
import type { Sample } from "./importer.ts";

/** Characters of a file that are enough to tell its format. */
export const HEAD_CHARS = 64 * 1024;

/** Lines that a sample looks at: a format is told by its first good lines, and transcripts begin with bookkeeping. */
const SAMPLE_LINES = 20;

/**
 * Looks at the beginning of a file.
 * @param head  the first {@link HEAD_CHARS} characters, or the whole file when it is shorter
 * @returns undefined when nothing in it is JSON
 */
export function sampleOf(head: string, fileName: string): Sample | undefined {
  const text = head.replace(/^\uFEFF/, "").trimStart();
  if (text.startsWith("[")) {
    const root = parsePrefix(text);
    return Array.isArray(root) ? some(fileName, "array", root) : undefined;
  }
  const lines = text.split("\n").slice(0, SAMPLE_LINES).flatMap(parseLine);
  if (lines.length > 0) return some(fileName, "lines", lines);
  const root = parsePrefix(text);
  if (!isObject(root)) return undefined;
  // A first line longer than the head is a line all the same: `import` reads either shape of it alike.
  return some(fileName, "document", [root]);
}

function some(fileName: string, shape: Sample["shape"], values: readonly unknown[]): Sample | undefined {
  return values.length > 0 ? { fileName, shape, values } : undefined;
}

/** Only objects: a line that holds a lone number or bracket is part of a longer document. */
function parseLine(line: string): unknown[] {
  if (!line.trimStart().startsWith("{")) return [];
  try {
    return [JSON.parse(line)];
  } catch {
    // Damaged or unfinished; the importer will name it, the sample looks at the next one.
    return [];
  }
}

/** The value that begins here, as far as it goes. */
function parsePrefix(text: string): unknown {
  let root: unknown;
  const parser = new JSONParser({ emitPartialTokens: true, emitPartialValues: true, separator: "\n" });
  parser.onValue = ({ value, parent, stack }) => {
    root ??= stack[1]?.value ?? parent ?? value;
  };
  // What follows the first damage is not part of the sample.
  parser.onError = () => undefined;
  parser.write(text);
  return root;
}
