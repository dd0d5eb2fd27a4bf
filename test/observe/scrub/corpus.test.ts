import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCorpus, scrubThenCut, tryLine, WAYS } from "../../../bench/secrets/corpus.ts";
import { leftOver } from "../../../bench/secrets/measure.ts";
import { mutateLine } from "../../../bench/secrets/mutate.ts";
import { chance } from "../../../bench/secrets/random.ts";
import { createScrubber } from "../../../src/observe/scrub/scrub.ts";

const REPO = join(import.meta.dirname, "..", "..", "..");
const corpus = readCorpus(REPO);
if (!corpus) console.log("secret corpus not found beside the repository: its tests are skipped");

describe.skipIf(!corpus)("the secret corpus (FAULTS A17)", () => {
  const lines = corpus ?? [];
  const scrubber = createScrubber();

  it.each(WAYS.map((way) => [way.name, way] as const))(
    "[H1] hides all that must be hidden and harms nothing: %s",
    (_name, way) => {
      expect(lines.length).toBeGreaterThan(200);
      expect(lines.flatMap((line) => tryLine(scrubber, line, way))).toEqual([]);
    },
  );

  it("[H1] hides other secrets in the same places: the rules know forms, not values", () => {
    const seed = Date.now() % 1_000_000;
    const c = chance(seed);
    const missed: string[] = [];
    for (const line of lines.filter(({ mustHide, kind }) => mustHide.length > 0 && kind !== "cut")) {
      for (let i = 0; i < 20; i++) {
        const other = mutateLine(line, c);
        const scrubbed = scrubber.scrubText(other.text);
        if (other.mustHide.some((secret) => leftOver(scrubbed, secret) !== undefined)) missed.push(other.id);
        else if (other.mustKeep.some((text) => !scrubbed.includes(text))) missed.push(other.id);
      }
    }
    expect(missed, `seed ${seed}`).toEqual([]);
  });

  it("[H4] leaves no half of a secret on either side of a cut that comes after", () => {
    const cut = lines.filter((line) => line.cut !== undefined || line.cutFromEnd !== undefined);
    expect(cut.length).toBeGreaterThan(0);
    for (const line of cut) {
      for (const half of scrubThenCut(scrubber, line)) {
        expect(
          line.mustHide.map((secret) => leftOver(half, secret)).filter((run) => run !== undefined),
          line.id,
        ).toEqual([]);
      }
    }
  });

  it("[H5] changes nothing when it runs again", () => {
    for (const line of lines) {
      const once = scrubber.scrubText(line.text);
      expect(scrubber.scrubText(once), line.id).toBe(once);
    }
  });

  it("has taught the rules no literal: no run of twelve characters of a secret stands in the sources", () => {
    const folder = join(REPO, "src", "observe", "scrub");
    const sources = readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), "utf8"))
      .join("\n");
    for (const line of lines) {
      for (const secret of line.mustHide) {
        for (let at = 0; at + 12 <= secret.length; at++)
          expect(sources.includes(secret.slice(at, at + 12)), line.id).toBe(false);
      }
    }
  });
});
