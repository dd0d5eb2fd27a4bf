import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { CLIENTS, type ClientName, installClient } from "./clients.ts";
import { callsWritten, hostFor, wrapServer } from "./host.ts";
import { finder, TOOL_LESSON } from "./lesson.ts";
import { callsObserved, habitus, makePlace, observed, type Place, sessionsEnded, writeDeep } from "./place.ts";

/** Whatever becomes of hooks and server, the calls that the client wrote down are the calls that were observed. */
for (const name of Object.keys(CLIENTS) as ClientName[]) {
  const found = installClient(name);
  if ("missing" in found) console.warn(`skipped: ${name} could not be installed: ${found.missing}`);
  describe.skipIf("missing" in found)(`complete capture in ${name}`, () => {
    const host = hostFor(name, "path" in found ? found.path : "");
    const newPlace = () => {
      const place = makePlace(TOOL_LESSON.files);
      onTestFinished(place.remove);
      return place;
    };
    const script = () =>
      finder(TOOL_LESSON, host.hand, { looks: ["cat package.json", "cat missing.txt"], detour: ["show_targets"] });
    const PROMPT = "Publish the build to staging";
    const status = (place: Place) => JSON.parse(habitus(place, ["status", "--json"]));

    it("with a server that takes three seconds to start", async () => {
      const place = newPlace();
      wrapServer(place, 3_000);
      await host.install(place);
      const run = await host.run(place, { prompt: PROMPT, script: script() });
      await sessionsEnded(place, 1);
      expect(callsWritten(run)).toHaveLength(6);
      expect(callsObserved(place)).toEqual(callsWritten(run));
    });

    it("with a server that is killed in the middle", async () => {
      const place = newPlace();
      const kill = wrapServer(place, 0, { once: true });
      await host.install(place);
      const model = script();
      const run = await host.run(place, {
        prompt: PROMPT,
        script: (shown) => {
          if (shown.turn === 3) kill();
          return model(shown);
        },
      });
      expect(run.code).toBe(0);
      await sessionsEnded(place, 1);
      habitus(place, ["learn", "--open"]);
      expect(callsWritten(run)).toHaveLength(6);
      expect(callsObserved(place)).toEqual(callsWritten(run));
      // What comes twice is one call all the same.
      habitus(place, ["learn", "--open"]);
      const { filled } = status(place);
      expect(filled.calls + filled.corrected).toBeGreaterThan(0);
      expect(habitus(place, ["status"])).toMatch(/transcripts/);
    });

    it.skipIf(host.kind !== "codex")("with hooks that nobody has trusted", async () => {
      const place = newPlace();
      await host.install(place, { trust: false });
      // As `init` notes it: from now on sessions of this host are looked for.
      const installs = { format: 1, hosts: [{ host: "codex", at: new Date().toISOString(), version: "0", files: [] }] };
      writeDeep(join(place.memory, "installs.json"), JSON.stringify(installs));
      const run = await host.run(place, { prompt: PROMPT, script: script() });
      expect(observed(place)).toEqual([]);
      habitus(place, ["learn", "--open"]);
      expect(callsWritten(run)).toHaveLength(6);
      expect(callsObserved(place)).toEqual(callsWritten(run));
      expect(status(place).filled).toMatchObject({ sessions: 1 });
      expect(habitus(place, ["status"])).toMatch(/told by no hook/);
    });

    it.skipIf(host.kind !== "claude")("with a correction typed while the agent works", async () => {
      const place = newPlace();
      await host.install(place);
      const correction = "Use the production target instead, not staging";
      const model = script();
      const run = await host.run(place, {
        prompt: PROMPT,
        later: [{ ms: 1_500, text: correction }],
        script: async (shown) => ({ ...(await model(shown)), ...(shown.turn === 2 && { after: 3_000 }) }),
      });
      expect(run.code).toBe(0);
      await sessionsEnded(place, 1);
      habitus(place, ["learn", "--open"]);
      const prompts = observed(place).filter(({ event }) => event === "prompt");
      expect(prompts.filter(({ input }) => input === correction)).toHaveLength(1);
      expect(callsObserved(place)).toEqual(callsWritten(run));
    });
  });
}
