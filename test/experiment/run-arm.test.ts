import { describe, expect, it } from "vitest";
import { createEnvironment } from "../../src/environments/create-environment.ts";
import type { Agent } from "../../src/experiment/agent.ts";
import { type Arm, MAIN_ARMS } from "../../src/experiment/arms.ts";
import type { Pool } from "../../src/experiment/pool.ts";
import { runArm } from "../../src/experiment/run-arm.ts";
import { createScriptedAgent } from "../../src/experiment/scripted/scripted-agent.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";

const arm = (name: string, change: Partial<Arm> = {}) => ({
  ...MAIN_ARMS.find((each) => each.name === name)!,
  ...change,
});
const environment = () => createEnvironment("order-desk", { perKind: 2 });
const setting = (agent: Agent) => {
  let now = 0;
  return { environment: environment(), agent, run: 0, clock: { now: () => (now += 5) } };
};
const never = createScriptedAgent({ know: 0, follow: 0, recover: 0 });
const reader = createScriptedAgent({ know: 0, follow: 1, recover: 0 });

/** Knows one text, and writes down what it is asked for. */
function notingPool(text: string) {
  const asked: string[] = [];
  const learned: Trajectory[] = [];
  const pool: Pool = {
    learn: async (trajectories) => {
      asked.push(`learn ${trajectories.map(({ outcome }) => outcome!.score)}`);
      learned.push(...trajectories);
      return 7;
    },
    recall: async (_, { limit }, record) => {
      asked.push(`recall ${limit} ${record}`);
      return { attempt: "a", text, shown: ["card"], tokens: 3 };
    },
    record: async (_, { score }) => void asked.push(`record ${score}`),
    reflect: async (failed, _, retry, most) => {
      asked.push(`reflect ${failed.outcome!.score} ${most}`);
      for (let i = 0; i < most; i += 1) if ((await retry(text, [])).outcome!.score >= 1) return;
    },
    fingerprint: async () => String(learned.length),
    size: async () => learned.length,
    close: async () => undefined,
  };
  return { pool, asked, learned };
}

const ALL = "login get_quote get_positions request_approval extended list_orders status";

describe("one run of one arm", () => {
  it("tries each task once without memory, and as often as allowed when it may retry", async () => {
    const once = await runArm(setting(never), arm("no memory"), undefined);
    const thrice = await runArm(setting(never), arm("retry only"), undefined);
    expect(once.map(({ trial }) => trial)).toEqual(Array(10).fill(0));
    expect(thrice).toHaveLength(30);
    expect(thrice.slice(0, 3).map(({ task, trial }) => [task, trial])).toEqual(
      [0, 1, 2].map((trial) => [once[0]!.task, trial]),
    );
  });

  it("stops trying when the task is solved", async () => {
    const { pool } = notingPool(ALL);
    const results = await runArm(setting(reader), arm("fixed, retry"), pool);
    expect(results).toHaveLength(10);
    expect(results.every(({ score, shown, tokens }) => score === 1 && shown[0] === "card" && tokens > 3)).toBe(true);
  });

  it("leaves a frozen pool alone: nothing is recorded and nothing is learned", async () => {
    const { pool, asked } = notingPool("");
    await runArm(setting(never), arm("fixed, retry"), pool);
    expect(new Set(asked)).toEqual(new Set(["recall 5 false"]));
  });

  it("learns from what was solved alone, and reflects on what was not, when it is dynamic", async () => {
    const solving = notingPool(ALL);
    await runArm(setting(reader), arm("dynamic"), solving.pool);
    expect(new Set(solving.asked)).toEqual(new Set(["recall 5 true", "learn 1", "record 1"]));

    const failing = notingPool(ALL);
    const results = await runArm(setting(never), arm("dynamic"), failing.pool);
    expect(new Set(failing.asked)).toEqual(new Set(["recall 5 true", "record 0", "reflect 0 2"]));
    expect(results).toHaveLength(30);
    expect(failing.learned).toEqual([]);
  });

  it("learns from everything when addition is full", async () => {
    const { pool, learned } = notingPool("");
    await runArm(setting(never), arm("dynamic", { addition: "full", reflection: false, trials: 1 }), pool);
    expect(learned.map(({ outcome }) => outcome!.score)).toEqual(Array(10).fill(0));
    expect(learned[0]!.turns[0]!.steps.length).toBeGreaterThan(0);
  });

  it("meets the tasks in another order in each run, and the same one in each arm", async () => {
    const order = async (name: string, run: number) =>
      (await runArm({ ...setting(never), run }, arm(name, { trials: 1, memory: "none" }), undefined)).map(
        ({ task }) => task,
      );
    expect(await order("no memory", 0)).toEqual(await order("dynamic", 0));
    expect(await order("no memory", 1)).not.toEqual(await order("no memory", 0));
  });
});

describe("the scripted agent", () => {
  it("does what the advice names and it would not have known", async () => {
    const without = await runArm(setting(reader), arm("no memory"), undefined);
    const withAll = await runArm(setting(reader), arm("fixed"), notingPool(ALL).pool);
    expect(without.filter(({ score }) => score === 1)).toEqual([]);
    expect(withAll.filter(({ score }) => score === 0)).toEqual([]);
  });

  it("has the same luck in each arm on the same task, run and trial", async () => {
    const agent = createScriptedAgent();
    const scores = async (name: string) =>
      (await runArm(setting(agent), arm(name), notingPool("nothing of use").pool)).map(({ score }) => score);
    expect(await scores("fixed")).toEqual(await scores("no memory"));
  });
});
