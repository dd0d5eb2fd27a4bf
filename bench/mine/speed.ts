// Processor time of each miner for one call of a generated coding session, and of looking for findings. `mine/speed [sessions]`
import { MINERS } from "../../src/distill/mine.ts";
import { addScenario, groupsIn, type Scenarios } from "../../src/distill/scenarios.ts";
import { contextOf } from "../../src/distill/trajectory-context.ts";
import { generateSessions } from "../generate/sessions.ts";

const sessions = generateSessions({
  seed: 1,
  sessions: Number(process.argv[2] ?? "400"),
  host: "mixed",
  stack: "mixed",
});
const calls = sessions.reduce((sum, { trajectory }) => sum + trajectory.turns.flatMap(({ steps }) => steps).length, 0);
const scenarios: Scenarios = {};
for (const { trajectory } of sessions) addScenario(scenarios, contextOf(trajectory));
const options = { falseDiscoveryRate: 0.05, telling: () => [], groupOf: groupsIn(scenarios) };

console.log(
  `${sessions.length} sessions, ${calls} calls; the first miner that asks for it pays for reading the shell commands`,
);
for (const miner of MINERS) {
  const state = miner.empty();
  // Copies, so that none finds what another has already read.
  const contexts = structuredClone(sessions.map(({ trajectory }) => trajectory)).map((each) => contextOf(each));
  const adding = cpuMs(() => contexts.map((context) => miner.add(state, context)));
  const looking = cpuMs(() => miner.findings(state, options));
  const bytes = JSON.stringify(state).length;
  console.log(
    `${miner.name}: ${((adding * 1000) / calls).toFixed(1)} µs a call, findings ${looking.toFixed(0)} ms, state ${bytes} bytes`,
  );
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
