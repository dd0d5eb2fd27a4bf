import { describe, expect, it, onTestFinished } from "vitest";
import { runClaude } from "./claude.ts";
import { CLIENTS, type ClientName, installClient } from "./clients.ts";
import { callsWritten } from "./host.ts";
import { callsObserved, habitus, makePlace, observed, sessionsEnded } from "./place.ts";
import type { Script } from "./scripted-model.ts";

const FILES = { "README.md": "# sample\n", "src/a.js": "export const a = 1;\n" };
const look = (command: string) => ({ calls: [{ name: "Bash", input: { command, description: "look" } }] });

/** What an agent has before it: a subagent has a context of its own, and a compacted one has forgotten what it was told. */
for (const name of (Object.keys(CLIENTS) as ClientName[]).filter((each) => each.startsWith("claude"))) {
  const found = installClient(name);
  if ("missing" in found) console.warn(`skipped: ${name} could not be installed: ${found.missing}`);
  describe.skipIf("missing" in found)(`contexts in ${name}`, () => {
    const client = "path" in found ? found.path : "";
    const settings = { permissions: { allow: ["Bash", "Agent", "Task"] } };
    const newPlace = () => {
      const place = makePlace(FILES);
      onTestFinished(place.remove);
      return place;
    };

    it("of a subagent are told apart: its calls carry its name, those of the session none", async () => {
      const place = newPlace();
      const main = "Have somebody look at the sources";
      const input = { description: "look", prompt: "List what lies in src", subagent_type: "general-purpose" };
      const script: Script = ({ text }) => {
        if (!text.includes(main)) return text.includes("a.js") ? { say: "There is one source." } : look("ls src");
        if (!text.includes("There is one source.")) return { calls: [{ name: "Agent", input }] };
        return text.includes("# sample") ? { say: "Done." } : look("cat README.md");
      };
      const run = await runClaude(place, { client, prompt: main, script, settings });
      expect(run.code).toBe(0);
      await sessionsEnded(place, 1);
      habitus(place, ["learn", "--open"]);
      const agents = (command: string) =>
        new Set(
          observed(place)
            .filter(({ input: given }) => (given as { command?: string } | undefined)?.command === command)
            .map(({ agent }) => agent !== undefined),
        );
      expect([agents("ls src"), agents("cat README.md")]).toEqual([new Set([true]), new Set([false])]);
      expect(callsObserved(place)).toEqual(callsWritten(run));
    });

    it("are told again after they were compacted, and not before", async () => {
      const place = newPlace();
      const card = [
        "--trigger",
        "before listing a folder with ls",
        "--title",
        "Sources lie in src",
        "--keywords",
        "ls",
      ];
      habitus(place, ["create", "ls.sources", ...card, "--confidence", "0.3"]);
      // One call, and then the last words; a summary is words as well.
      const script = (prompt: string): Script => {
        let called = false;
        return () => {
          if (called || prompt === "/compact") return { say: "Done." };
          called = true;
          return look("ls src");
        };
      };
      const ask = async (prompt: string, args: readonly string[] = []) => {
        const run = await runClaude(place, { client, prompt, script: script(prompt), settings, args });
        expect(run.code).toBe(0);
        const told = (run.model.shown().at(-1) ?? "").split("id: ls.sources").length - 1;
        return { told, session: /"session_id":"([^"]+)"/.exec(run.stdout)?.[1] ?? "" };
      };
      const first = await ask("See what is there");
      expect(first.told).toBe(1);
      const resume = ["--resume", first.session];
      // What was told stands in the history, once; the older client forgets it when it resumes.
      expect((await ask("See once more", resume)).told).toBeLessThanOrEqual(1);
      await ask("/compact", resume);
      expect((await ask("See for the last time", resume)).told).toBe(1);
    });
  });
}
