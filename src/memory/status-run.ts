import { isMuted } from "../learn/mute.ts";
import { foldLedger, type LedgerFold } from "../learn/record.ts";
import { finding } from "../model/finding.ts";
import { endedWell } from "../model/outcome.ts";
import type { ModelsOptions } from "../options/models.ts";
import type { MemoryOptions } from "../options.ts";
import type { LogProblem, Ports } from "../ports.ts";
import { alertsOf } from "./attribution-run.ts";
import { countFilled } from "./count-filled.ts";
import { FILES_IN_ENGLISH, type FilesAbout } from "./findings.ts";
import { compareWithHosts } from "./host-memory-run.ts";
import { countWaiting, loadLearnState } from "./learn-state.ts";
import { refreshIndex } from "./refresh-index.ts";
import { checkStale } from "./stale-run.ts";
import { suggestionsRun } from "./suggest-run.ts";
import type { Finding, Project, Status } from "./types.ts";

/** So many finished calls in a row without a result are no accident. */
export const EMPTY_RESULTS_ALARM = 20;

export async function statusRun(
  ports: Ports,
  project: Project,
  home: string,
  { models }: Pick<MemoryOptions, "models">,
): Promise<Status> {
  const broken = await refreshIndex(ports, "full");
  const indexed = (await ports.index.all()).map((card) => card.experience);
  const cards = indexed.map(({ status }) => status);
  const count = (status: string) => cards.filter((other) => other === status).length;
  const state = await loadLearnState(ports);
  const fold = await foldLedger(ports.ledger.read());
  const { attempts } = fold;
  const suggested = await suggestionsRun(ports, project.name);
  const known = [...attempts.values()].filter((attempt) => attempt.outcome);
  return {
    project,
    home,
    cards: {
      active: count("active"),
      quarantined: count("quarantined"),
      retired: count("retired"),
      promoted: count("promoted"),
      broken,
    },
    ...(await countWaiting(ports, state)),
    left: await ports.recording.left(),
    filled: await countFilled(ports),
    unassigned: await ports.recording.unassigned(),
    trajectories: state.trajectories,
    attempts: {
      recalled: attempts.size,
      known: known.length,
      endedWell: known.filter(({ outcome }) => outcome && endedWell(outcome)).length,
    },
    followed: followedIn(fold),
    stale: [...(await checkStale(ports, state))].map(([id, reason]) => ({ id, reason })),
    alerts: alertsOf(fold, indexed),
    index: ports.index.kind,
    ...(state.learned !== undefined && { lastLearned: state.learned }),
    suggested: {
      skills: suggested.skills.map((skill) => skill.cards),
      global: suggested.global.map(({ id }) => id),
    },
    conflicts: (await compareWithHosts(ports)).conflicts,
    leftSkills: [...new Set([...fold.cards.values()].flatMap(({ leftSkills = [] }) => leftSkills))].sort(),
    ...(ports.models && { models: await modelsOf(ports, models, state.waitingForLenses?.length ?? 0) }),
  };
}

function followedIn({ cards }: LedgerFold): Status["followed"] {
  const records = [...cards.values()];
  return {
    checked: records.reduce((sum, { checked }) => sum + checked, 0),
    times: records.reduce((sum, { followed }) => sum + followed, 0),
    muted: [...cards].flatMap(([id, record]) => (isMuted(record) ? [id] : [])).sort(),
  };
}

async function modelsOf(
  { models = {}, modelUse }: Ports,
  { dayCalls, dayTokens }: ModelsOptions,
  waiting: number,
): Promise<NonNullable<Status["models"]>> {
  const roles = Object.entries(models).flatMap(([role, model]) => (model ? [[role, model.name] as const] : []));
  return {
    roles: Object.fromEntries(roles),
    ...(modelUse && { today: await modelUse.today(), most: { calls: dayCalls, tokens: dayTokens } }),
    waiting,
  };
}

/** Looks at everything that can be wrong with a store, and says how to mend it. Changes nothing but the index. */
export async function doctorRun(ports: Ports, project: Project, home: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const found = (level: Finding["level"], about: FilesAbout) => findings.push(finding(FILES_IN_ENGLISH, level, about));
  found("ok", { kind: "project", project, files: home });
  const { kind } = ports.index;
  found(kind.note === undefined ? "ok" : "warning", { ...kind, kind: "index" });
  for (const problem of await refreshIndex(ports, "full")) found("error", { kind: "broken_card", ...problem });
  const problems: LogProblem[] = [];
  let observations = 0;
  for await (const _ of ports.observations.read({}, (problem) => problems.push(problem))) observations += 1;
  let rows = 0;
  for await (const _ of ports.ledger.read((problem) => problems.push(problem))) rows += 1;
  found("ok", { kind: "readable", observations, rows });
  for (const problem of problems) found("warning", { kind: "broken_line", ...problem });
  const { emptyResults } = await countWaiting(ports, await loadLearnState(ports));
  if (emptyResults >= EMPTY_RESULTS_ALARM) found("warning", { kind: "empty_results", times: emptyResults });
  const { sessions, calls, prompts } = await countFilled(ports);
  if (sessions > 0) found("warning", { kind: "no_hook", sessions });
  if (calls + prompts > 0) found("ok", { kind: "filled", calls, prompts });
  for (const { kind, reason, times } of await ports.recording.left())
    found(kind === "failed" ? "warning" : "ok", { kind: "left", left: kind, reason, times });
  const files = (await ports.cards.list()).length;
  found("ok", { kind: "cards", files, indexed: (await ports.index.entries()).length });
  return findings;
}
