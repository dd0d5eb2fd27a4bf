import { MemoryError } from "../errors.ts";

/** The most UTF-8 bytes an id may have: file systems allow names of 255, and `.md` and temporary names need some. */
export const MAX_ID_BYTES = 200;

/** Names that Windows keeps for devices, whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const NOT_ON_WINDOWS = /[<>:"|?*\u0000-\u001f]/;

/**
 * The id with composed letters (NFC), as it is listed. Refuses one that could leave the folder or hide in it; a card that a person
 * named oddly can still be read.
 * @throws MemoryError `INVALID_INPUT`
 */
export function readableId(id: string): string {
  const problem = pathProblem(id);
  if (problem) throw refusal(id, problem);
  return id.normalize("NFC");
}

/**
 * Refuses an id that some file system could not hold, so that a store can be copied to any machine.
 * @throws MemoryError `INVALID_INPUT`
 */
export function assertPortableId(id: string): void {
  const problem = pathProblem(id) ?? portabilityProblem(id);
  if (problem) throw refusal(id, problem);
}

function pathProblem(id: string): string | undefined {
  if (id === "") return "it is empty";
  if (/[/\\\0]/.test(id)) return "it holds a path separator";
  if (id.startsWith(".")) return "it starts with a dot";
  return undefined;
}

function portabilityProblem(id: string): string | undefined {
  if (Buffer.byteLength(id, "utf8") > MAX_ID_BYTES) return `it is longer than ${MAX_ID_BYTES} bytes`;
  if (NOT_ON_WINDOWS.test(id)) return "it holds a character that not every file system allows";
  if (/[. ]$/.test(id)) return "it ends with a dot or a space";
  if (DEVICE.test(id)) return "Windows keeps that name for a device";
  if (Buffer.from(id, "utf8").toString("utf8") !== id) return "it holds half of a character";
  // macOS and Windows ignore letter case: two ids that differ in it alone would be one file there.
  if (id !== id.toLowerCase()) return "it has capital letters";
  return undefined;
}

function refusal(id: string, problem: string): MemoryError {
  const shown = id.length > 60 ? `${id.slice(0, 60)}…` : id;
  return new MemoryError(
    "INVALID_INPUT",
    `${JSON.stringify(shown)} cannot be a card's id: ${problem}`,
    "Use a dotted slug such as git.commit-after-tests.",
  );
}
