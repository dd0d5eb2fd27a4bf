import type { Output } from "./output.ts";

/** A unified diff in green and red. */
export function paintDiff(diff: string, colors: Output["colors"]): string {
  const paint = (line: string) =>
    line.startsWith("+") ? colors.green(line) : line.startsWith("-") ? colors.red(line) : line;
  return diff.trimEnd().split("\n").map(paint).join("\n");
}
