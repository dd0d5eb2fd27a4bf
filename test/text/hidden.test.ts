import { describe, expect, it } from "vitest";
import { hiddenMark, holdsHidden, isHidden } from "../../src/text/hidden.ts";

describe("marks of what was hidden", () => {
  it("are recognised whole, so that a hidden value is never compared or learned", () => {
    expect(isHidden(hiddenMark("github-token"))).toBe(true);
    expect(isHidden("Bearer [hidden:bearer-token]")).toBe(false);
    expect(isHidden("[hidden:]")).toBe(false);
    expect(isHidden("hidden")).toBe(false);
  });

  it("are found inside a text", () => {
    expect(holdsHidden(`curl -H 'X-Api-Key: ${hiddenMark("api-key")}'`)).toBe(true);
    expect(holdsHidden("[hidden:not a mark]")).toBe(false);
    expect(holdsHidden("nothing here")).toBe(false);
  });
});
