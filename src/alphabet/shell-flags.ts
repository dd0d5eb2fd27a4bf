import type { ShellWord } from "./shell-plain.ts";

const MAX_FLAGS = 24;

/** Programs that write long options with one dash. */
const ONE_DASH =
  /^(?:terraform|tofu|terragrunt|go|java|javac|find|openssl|ffmpeg|xcodebuild|gcc|g\+\+|clang|clang\+\+|php|dotnet|msbuild|ant|mvn|mvnw)$/;

/** Programs that hand on what stands behind `--` to the script or test they run. */
const HANDS_ON = /^(?:npm|pnpm|yarn|bun|cargo|composer|dotnet|gradle|gradlew)$/;

/** Names of the options, sorted, each once; `-la` counts as `-l` and `-a`. */
export function flagsOf(program: string, rest: readonly ShellWord[]): string[] {
  const flags = new Set<string>();
  for (const word of rest) {
    if (word.text === "--" && !HANDS_ON.test(program)) break;
    for (const flag of flagNames(program, word)) flags.add(flag);
    if (flags.size >= MAX_FLAGS) break;
  }
  return [...flags].sort();
}

function flagNames(program: string, word: ShellWord): string[] {
  const long = /^--([A-Za-z][A-Za-z0-9-]{0,39})(?==|$)/.exec(word.text);
  if (long) return [`--${long[1]}`];
  if (/^-[A-Za-z]$/.test(word.text)) return [word.text];
  if (!word.text.startsWith("-") || word.text.startsWith("--")) return [];
  if (ONE_DASH.test(program)) {
    const name = /^-([A-Za-z][A-Za-z-]{1,24})(?==|$)/.exec(word.text)?.[1];
    if (name !== undefined && !/^[DPXWL][a-z]/.test(name)) return [`-${name}`];
    return /^-[A-Z]/.test(word.text) ? [word.text.slice(0, 2)] : [];
  }
  if (word.isBare && /^-[A-Za-z]{2,5}$/.test(word.text)) return [...word.text.slice(1)].map((letter) => `-${letter}`);
  return /^-[A-Za-z][\d=/.]/.test(word.text) ? [word.text.slice(0, 2)] : [];
}
