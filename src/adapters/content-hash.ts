import { createHash } from "node:crypto";

/** SHA-256 of the bytes, in hex: what compare-and-swap compares. Text is hashed as UTF-8. */
export function contentHash(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
