import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** The first `digits` hex digits of the SHA-256 of the text's UTF-8 bytes: tells texts apart. */
export function shortHash(text: string, digits: number): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, digits);
}

/** The hash by which a text is known in files of ours. */
export function textHash(text: string): string {
  return shortHash(text, 16);
}
