import { describe, expect, it } from "vitest";
import type { Step, Trajectory } from "../../src/model/trajectory.ts";
import { store } from "./store-on-disk.ts";

let calls = 0;
const step = (tool: string, input: Step["input"], more: Partial<Step> = {}): Step => ({
  call: `c${++calls}`,
  tool,
  input,
  outcome: "ok",
  ...more,
});
const edit = step("Edit", { file_path: "src/cart.ts", old_string: "a", new_string: "b" });
const passed = step("Bash", { command: "npm test" }, { result: { stdout: "Tests  12 passed (12)", stderr: "" } });
const failed = step(
  "Bash",
  { command: "npm test" },
  { outcome: "error", error: "Exit code 1\nTests  2 failed | 10 passed (12)" },
);

const session = (id: string, steps: Step[], more: Partial<Trajectory> = {}): Trajectory => ({
  id: `t_${id}`,
  source: "claude-code",
  task: `claude-code:${id}`,
  taskQuery: "fix it",
  session: id,
  recalled: [],
  turns: [{ user: "fix it", steps }],
  ...more,
});

describe("what is told of a session", () => {
  it("is how it ended and what showed it, whatever name it is asked by", async () => {
    const { memory } = await store();
    await memory.acquire([session("good", [edit, passed]), session("bad", [edit, failed]), session("open", [edit])]);
    const good = await memory.session("good");
    expect(good.parts).toMatchObject([{ session: "good", calls: 2, outcome: { score: 1 } }]);
    expect(good.parts[0]?.signals.map(({ name, says }) => [name, says])).toContainEqual(["tests", "good"]);
    expect((await memory.session("bad")).parts).toMatchObject([{ outcome: { score: 0 } }]);
    expect((await memory.session("open")).parts[0]?.outcome).toBeUndefined();
    expect(await memory.session("claude-code:good")).toEqual(good);
    expect(await memory.session(good.parts[0]?.trajectory as string)).toEqual(good);
  });

  it("is what its record states, where it states an outcome", async () => {
    const { memory } = await store();
    const outcome = { score: 0, by: "benchmark" as const, reasons: ["wrong seat"] };
    await memory.acquire([session("judged", [edit, passed], { outcome })]);
    expect((await memory.session("judged")).parts).toMatchObject([{ outcome }]);
  });

  it("ends with the closest names where there is no such session", async () => {
    const { memory } = await store();
    await memory.acquire([session("session-1", [edit])]);
    await expect(memory.session("session-2")).rejects.toMatchObject({
      code: "NOT_FOUND",
      hint: expect.stringContaining("session-1"),
    });
  });
});
