import { describe, expect, it } from "vitest";
import type { Status } from "../../src/memory/types.ts";
import { LANGUAGES } from "../../src/serve/cli/language.ts";
import { loadMessages } from "../../src/serve/cli/messages/load.ts";
import { nextSteps } from "../../src/serve/cli/next-steps.ts";

type Part = Partial<Status["cards"]> & { trajectories?: number; waiting?: number };

function stepsOf({ trajectories = 0, waiting = 0, ...cards }: Part, isInstalled: boolean) {
  const none = { active: 0, quarantined: 0, retired: 0, promoted: 0, broken: [] };
  return nextSteps({ cards: { ...none, ...cards }, trajectories, waiting } as unknown as Status, isInstalled);
}

describe("what to do next", () => {
  it("in an empty project is to set up a host, or to work on where one is set up, or to read what there is", () => {
    expect(stepsOf({}, false)).toEqual(["init", "import"]);
    expect(stepsOf({}, true)).toEqual(["work", "import"]);
  });

  it("is to learn from what waits, and to decide about cards that wait", () => {
    expect(stepsOf({ waiting: 3 }, true)).toEqual(["learn"]);
    expect(stepsOf({ waiting: 3, quarantined: 1 }, true)).toEqual(["learn", "review"]);
  });

  it("is to work on where what was read showed no habit, and nothing where there are cards", () => {
    expect(stepsOf({ trajectories: 5 }, true)).toEqual(["work"]);
    expect(stepsOf({ trajectories: 5, active: 1 }, false)).toEqual([]);
  });

  it("names the same commands in every language, in other words", async () => {
    const { next } = await loadMessages("en");
    for (const language of LANGUAGES.filter((each) => each !== "en")) {
      const own = (await loadMessages(language)).next;
      for (const step of ["init", "import", "work", "learn", "review"] as const) {
        const named = (text: string) => [...text.matchAll(/`[^`]+`/g)].map(([match]) => match).sort();
        expect([language, step, named(own[step])]).toEqual([language, step, named(next[step])]);
        expect(own[step]).not.toBe(next[step]);
      }
    }
  });
});
