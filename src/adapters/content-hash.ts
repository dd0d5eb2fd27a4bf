/** SHA-256 of the bytes, in hex: what compare-and-swap compares. Text is hashed as UTF-8. */
export function contentHash(content: string | Uint8Array): string {
  // Not imported: loading it takes a fifth of a bare start of Node, and a recall hashes nothing.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(content).digest("hex");
}
