import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Memory } from "../../src/memory.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { openMemory } from "../../src/open-memory.ts";

let base: string;
let memory: Memory;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "habitus-handover-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  mkdirSync(join(base, ".claude"));
  mkdirSync(join(base, "app"));
  memory = await openMemory({ home: join(base, "home"), cwd: join(base, "app"), env: { HOME: base, PATH: "" } });
  onTestFinished(() => memory.close());
});

const app = (name: string) => join(base, "app", name);
const text = (path: string) => readFileSync(path, "utf8");
const recall = async (task: string) => memory.recall(task);

/** A session in which the user says these things. */
const said = (session: string, ...prompts: string[]): Trajectory => ({
  id: `t-${session}`,
  source: "test",
  task: session,
  taskQuery: prompts[0]!,
  session,
  recalled: [],
  turns: prompts.map((user) => ({ user, steps: [{ tool: "Bash", input: { command: "ls" }, outcome: "ok" }] })),
});

describe("beside the host's own memory", () => {
  it("[L64] does not hand over what a memory file says already, and says which line", async () => {
    await memory.create({ whenToUse: "before a commit", title: "Run the linter before every commit", confidence: 0.8 });
    await memory.create({
      whenToUse: "after a deployment",
      title: "Watch the error rate after a deployment",
      confidence: 0.8,
    });
    writeFileSync(app("CLAUDE.md"), "# Rules\n\n- Run the linter before every commit.\n");
    await memory.learn();
    const { cards, explain } = await recall("run the linter before the commit");
    expect(cards).toEqual([]);
    expect(explain[0]?.leftOut).toBe("said by CLAUDE.md:3");
    expect((await recall("watch the error rate after the deployment")).cards).toHaveLength(1);
    writeFileSync(app("CLAUDE.md"), "# Rules\n");
    await memory.learn();
    expect((await recall("run the linter before the commit")).cards).toHaveLength(1);
  });

  it.each([
    ["Never force push to the release branch", "- Always force push to the release branch."],
    ["배포 전에 캐시를 지운다", "- 배포 전에 캐시를 지우지 않는다"],
    ["デプロイ前にキャッシュを削除する", "- デプロイ前にキャッシュを削除しない"],
    ["部署前要清空缓存", "- 部署前不要清空缓存"],
  ])(
    "[L65] shows as a conflict that a memory file says the opposite of %j, and hands the card over to nobody",
    async (title, line) => {
      const { id } = await memory.create({ whenToUse: title, title, confidence: 0.8 });
      writeFileSync(join(base, ".claude", "CLAUDE.md"), `${line}\n`);
      const { conflicts } = await memory.status();
      expect(conflicts.map(({ id, path, line }) => [id, path, line])).toEqual([
        [id, join(base, ".claude", "CLAUDE.md"), 1],
      ]);
      expect((await recall(title)).cards).toEqual([]);
    },
  );

  it("[L66] offers what a user stated for good as a diff, and writes nothing until it is told to", async () => {
    writeFileSync(app("AGENTS.md"), "Use tabs.\r\n");
    await memory.acquire([
      said("s1", "Add a parser", "From now on never push to main without a review."),
      said("s2", "앞으로는 커밋 메시지를 한국어로 써줘."),
      said("s3", "Never push to main without a review, from now on."),
    ]);
    const offered = await memory.handover();
    expect(offered.applied).toBe(false);
    expect(offered.offers.map(({ text, kind, sessions }) => [text, kind, sessions])).toEqual([
      ["From now on never push to main without a review.", "constraint", ["s1", "s3"]],
      ["앞으로는 커밋 메시지를 한국어로 써줘.", "constraint", ["s2"]],
    ]);
    expect(text(app("AGENTS.md"))).toBe("Use tabs.\r\n");
    expect(offered.files.map(({ path }) => path)).toEqual([app("AGENTS.md")]);

    const written = await memory.handover({ apply: true });
    expect(written.files).toEqual(offered.files);
    expect(text(app("AGENTS.md"))).toBe(
      "Use tabs.\r\n\r\n<!-- habitus: begin -->\r\n- From now on never push to main without a review.\r\n- 앞으로는 커밋 메시지를 한국어로 써줘.\r\n<!-- habitus: end -->\r\n",
    );
    // It stands there now, so it is offered no more.
    expect((await memory.handover()).offers).toEqual([]);
    expect(await memory.undoHandover()).toEqual([{ path: app("AGENTS.md"), became: "restored" }]);
    expect(text(app("AGENTS.md"))).toBe("Use tabs.\r\n");
    await expect(memory.undoHandover()).rejects.toThrow(/nothing was handed over/);
  });

  it("[L67] takes only its own lines back out of a file that a person went on to change", async () => {
    writeFileSync(app("CLAUDE.md"), "Use tabs.\n");
    await memory.acquire([said("s1", "Always run the tests twice in this repository.")]);
    await memory.handover({ apply: true });
    writeFileSync(app("CLAUDE.md"), text(app("CLAUDE.md")).replace("Use tabs.", "Use spaces."));
    expect(await memory.undoHandover()).toEqual([{ path: app("CLAUDE.md"), became: "lines removed" }]);
    expect(text(app("CLAUDE.md"))).toBe("Use spaces.\n");
  });

  it("writes to the user's file where the project has none, never into the project unasked", async () => {
    await memory.acquire([said("s1", "Always run the tests twice in this repository.")]);
    const { files } = await memory.handover({ apply: true });
    expect(files.map(({ path }) => path)).toEqual([join(base, ".claude", "CLAUDE.md")]);
    expect(existsSync(app("CLAUDE.md"))).toBe(false);
    await memory.undoHandover();
    expect(existsSync(join(base, ".claude", "CLAUDE.md"))).toBe(false);
  });

  it("keeps a link a link, and writes once where two names are one file", async () => {
    writeFileSync(app("AGENTS.md"), "Use tabs.\n");
    symlinkSync("AGENTS.md", app("CLAUDE.md"));
    await memory.acquire([said("s1", "Always run the tests twice in this repository.")]);
    const { files } = await memory.handover({ apply: true });
    expect(files).toHaveLength(1);
    expect(text(app("CLAUDE.md"))).toContain("- Always run the tests twice");
    expect(realpathSync(app("CLAUDE.md"))).toBe(app("AGENTS.md"));
  });

  it("never writes what a file opposes, and says against which line", async () => {
    writeFileSync(app("CLAUDE.md"), "- Never squash commits before a merge.\n");
    await memory.acquire([said("s1", "Always squash commits before a merge.")]);
    const { offers, files } = await memory.handover({ apply: true });
    expect(offers.map(({ against }) => [against?.how, against?.line])).toEqual([["opposed", 1]]);
    expect(files).toEqual([]);
  });

  it("holds back a card that a memory file opposes from becoming a skill suggestion", async () => {
    for (const n of [1, 2, 3]) {
      await memory.create({
        id: `deploy.step-${n}`,
        whenToUse: "deploying the billing service",
        title: `Deploying the billing service needs approval number ${n}`,
        confidence: 0.8,
        tools: ["Bash"],
      });
    }
    for (const session of ["a", "b"]) {
      const advice = await memory.recall("deploying the billing service", { session });
      await memory.record(advice, { score: 1, by: "user", reasons: [] });
    }
    expect((await memory.suggestions()).skills.map(({ cards, sessions }) => [cards.length, sessions])).toEqual([
      [3, ["a", "b"]],
    ]);
    writeFileSync(app("CLAUDE.md"), "- Deploying the billing service never needs approval number 2\n");
    expect((await memory.suggestions()).skills).toEqual([]);
  });
});
