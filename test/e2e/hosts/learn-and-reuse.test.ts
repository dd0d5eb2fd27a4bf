import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLIENTS, type ClientName, installClient } from "./clients.ts";
import { hostFor, type TestHost } from "./host.ts";
import { FILES, FIX, publisher } from "./lesson.ts";
import {
  addProject,
  callsObserved,
  contentsOf,
  filesBelow,
  habitus,
  makePlace,
  type Place,
  sessionsEnded,
} from "./place.ts";

/**
 * The whole loop in the real clients: a model that does not know how to publish finds out the long way in four sessions (support is
 * counted in distinct tasks, and chance must be ruled out), `learn` makes a card of it, and the same model needs fewer requests once
 * something that it is shown names the repair. Each level alone, and three controls in which nobody tells it anything.
 */
for (const name of Object.keys(CLIENTS) as ClientName[]) {
  const found = installClient(name);
  if ("missing" in found) console.warn(`skipped: ${name} could not be installed: ${found.missing}`);
  describe.skipIf("missing" in found)(`learning and reusing in ${name}`, () => {
    const host: TestHost = hostFor(name, "path" in found ? found.path : "");
    let place: Place;
    let before: Record<string, string>;
    /** Requests of a session in which nothing is known. */
    const UNKNOWN = 7;

    const ask = async (prompt: string, options: { cwd?: string; env?: Record<string, string> } = {}) => {
      const script = publisher(host.hand, ["cat package.json", "ls src"], ["show_targets"]);
      const run = await host.run(place, { prompt, script, ...options });
      expect([run.code, run.stderr.includes("hook") && run.stderr]).toEqual([0, false]);
      return run;
    };
    const PUBLISH = "Publish the build to staging";
    /** Nothing in it reminds of the lesson. */
    const OTHER = "Do what we do here on Mondays";
    const askOnly = async (kept: string, prompt: string) => {
      const script = publisher(host.hand, ["cat package.json", "ls src"], ["show_targets"]);
      return (await host.run(await host.keepOnly(place, [kept]), { prompt, script })).model.requests();
    };

    beforeAll(async () => {
      place = makePlace(FILES);
      await host.install(place);
      before = contentsOf(place.app);
    });
    afterAll(() => place?.remove());

    it("records failures and fix of the first sessions, and makes a card of them", async () => {
      const looks = [
        ["cat package.json", "ls src"],
        ["cat README.md", "ls"],
        ["cat src/a.js", "ls -a"],
        ["ls -a", "cat README.md"],
      ];
      const detours = [["show_targets"], ["show_quota"], ["show_targets"], ["show_quota"]];
      const prompts = [
        PUBLISH,
        "Please put the new build on staging",
        "The build should go to staging now",
        "Staging needs the new build",
      ];
      for (const [at, prompt] of prompts.entries()) {
        const script = publisher(host.hand, looks[at]!, detours[at]!);
        // A session may be learned from as soon as it has ended; these shall all be first ones.
        const run = await host.run(place, { prompt, script, env: { HABITUS_ADVISE: "off" } });
        expect(run.model.requests()).toBe(UNKNOWN);
      }
      await sessionsEnded(place, 4);
      habitus(place, ["learn"]);
      expect(cardIds(place).join()).toContain(FIX.replace("_", "-"));
      expect(callsObserved(place)).toHaveLength(24);
    });

    it("gives it back for the task", async () => {
      expect((await ask(PUBLISH)).model.requests()).toBeLessThan(UNKNOWN);
    });

    it("gives it back beside the call that it is about", async () => {
      expect(await askOnly("PreToolUse", OTHER)).toBeLessThan(UNKNOWN);
    });

    // Codex tells no hook of a failed MCP call.
    it.skipIf(host.kind === "codex")("gives it back on the error", async () => {
      expect(await askOnly("PostToolUseFailure", OTHER)).toBeLessThan(UNKNOWN);
    });

    it("gives it back at the beginning of a session, once it is believed enough", async () => {
      for (const id of cardIds(place)) habitus(place, ["reinforce", id]);
      expect(await askOnly("SessionStart", OTHER)).toBeLessThan(UNKNOWN);
    });

    it("tells nothing when advice is off, in another project, or when the card is retired", async () => {
      expect((await ask(PUBLISH, { env: { HABITUS_ADVISE: "off" } })).model.requests()).toBe(UNKNOWN);
      const other = addProject(place, "other", FILES);
      expect((await ask(PUBLISH, { cwd: other })).model.requests()).toBe(UNKNOWN);
      for (const id of cardIds(place)) habitus(place, ["retire", id]);
      expect((await ask(PUBLISH)).model.requests()).toBe(UNKNOWN);
    });

    it("leaves the repository as it was, to the byte", () => {
      expect(contentsOf(place.app)).toEqual(before);
    });
  });
}

function cardIds(place: Place): string[] {
  const cards = filesBelow(join(place.memory, "projects")).filter((path) =>
    /[\\/]experiences[\\/][^\\/]+\.md$/.test(path),
  );
  return cards.map((path) => basename(path, ".md"));
}
