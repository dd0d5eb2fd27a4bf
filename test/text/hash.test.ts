import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { textHash } from "../../src/text/hash.ts";

it("is the start of what everybody else's SHA-256 says", () => {
  for (const text of ["", "a", "배포 전에", "デプロイ", "部署 🚀"]) {
    expect(textHash(text)).toBe(createHash("sha256").update(text).digest("hex").slice(0, 16));
  }
});
