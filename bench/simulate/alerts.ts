// How often a drift raises an alert in its family, and how often an alert is raised for nothing.
//   node bench/run.mjs simulate/alerts [SEEDS=100]
import { attributionPolicy } from "../../src/learn/policy/attribution-policy.ts";
import { familyName, runOnce } from "../../src/simulate/run.ts";
import { driftFamilyOf, WORLDS, type World } from "../../src/simulate/world.ts";

const seeds = Number(process.argv[2] ?? 100);
const drifting = WORLDS.article!;
const { driftAt: _, ...rest } = drifting;
const steady: World = rest;
const family = familyName(driftFamilyOf(drifting));

console.log(
  `article world, ${seeds} seeds; an alert is right in the drifting family after the drift, and false otherwise`,
);
console.log("fall  alert at   drifts noticed   after tasks   false alerts per 1,000 tasks, no drift");
for (const fall of [1, 1.5, 2]) {
  for (const alertAt of [2, 2.5, 3, 3.5]) {
    const surprise = { fall, alertAt };
    const delays: number[] = [];
    let alarms = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const { alerts } = runOnce(drifting, attributionPolicy({ surprise }), seed);
      const first = alerts.find((alert) => alert.family === family && alert.task >= drifting.driftAt!);
      if (first) delays.push(first.task - drifting.driftAt!);
      alarms += runOnce(steady, attributionPolicy({ surprise }), seed).alerts.length;
    }
    const noticed = `${((100 * delays.length) / seeds).toFixed(0)} %`;
    const wait = delays.length > 0 ? String(delays.sort((a, b) => a - b)[Math.floor(delays.length / 2)]) : "–";
    const falsely = ((1000 * alarms) / (seeds * steady.tasks)).toFixed(1);
    console.log(
      `${String(fall).padEnd(5)} ${String(alertAt).padEnd(10)} ${noticed.padStart(14)} ${wait.padStart(13)} ${falsely.padStart(14)}`,
    );
  }
}
