import { MemoryError } from "../../errors.ts";
import { type RemeOptions, remeVerdict } from "../../learn/policy/reme.ts";
import { foldLedger } from "../../learn/record.ts";
import type { Experience } from "../../model/experience.ts";
import type { ImportedCard } from "../../model/imported-card.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Outcome } from "../../model/outcome.ts";
import type { Trajectory } from "../../model/trajectory.ts";
import { readExportedCard, readRemeCard } from "../../observe/importers/cards.ts";
import { readRun } from "../../observe/importers/reme.ts";
import type { MemoryOptions } from "../../options.ts";
import type { Ports } from "../../ports.ts";
import { restoreCard, retireCard } from "../cards.ts";
import { type ExportedCard, exportCards } from "../export-run.ts";
import { type CardImport, importCards } from "../import-cards.ts";
import { cleanText } from "../recall-run.ts";
import { refreshIndex } from "../refresh-index.ts";
import type { OutcomeReport } from "../types.ts";
import { type PoolRecord, sourceOf, toDumpLine, toPoolRecord } from "./record.ts";

export type { PoolRecord } from "./record.ts";

/** The cards of one project taken together, in the terms of ReMe's clients. An id is a card's own, or the one it had in the pool it came from. */
export interface Pool {
  /** Runs in ReMe's form, as attempts. @throws MemoryError `INVALID_INPUT` naming the first that is none */
  readRuns(runs: readonly unknown[]): Promise<Trajectory[]>;
  /** Active cards by id, without what recall keeps back. */
  list(): Promise<PoolRecord[]>;
  /** These cards, with the record they came from. */
  records(cards: readonly Experience[]): Promise<PoolRecord[]>;
  /** Active cards as lines of a dump. */
  dump(): Promise<JsonObject[]>;
  /** Active cards as `habitus export` writes them. */
  export(): Promise<ExportedCard[]>;
  /**
   * Lines of a dump, or of an export, become cards that are recalled, except for those that the screen finds something in.
   * @param options.replace  true: active cards that the lines do not speak of are retired
   * @param options.tier  what stands behind them: `reviewed` when the owner vouches for them
   */
  load(lines: readonly unknown[], options: { replace: boolean; tier: "provisional" | "reviewed" }): Promise<PoolLoad>;
  /** Takes cards out of recall. Ids that name none are left out. @returns ids of the cards that were active */
  retire(ids: readonly string[] | "all", reason: string): Promise<string[]>;
  /** Retires by ReMe's rule, whatever policy the project has. */
  retireUseless(rule: Pick<RemeOptions, "minFreq" | "maxUselessRate">): Promise<Array<{ id: string; reason: string }>>;
  /**
   * These cards were before an agent, and this is how the task ended: one attempt on record. Nothing but the ids is taken from the caller.
   * @returns ids that name no card in `unknown`
   */
  use(ids: readonly string[], outcome: Outcome): Promise<{ attempt: string; cards: string[]; unknown: string[] }>;
}

export interface PoolLoad extends CardImport {
  /** Cards that had been retired and are back. */
  restored: number;
  /** Cards that the pool does not have. */
  retired: number;
}

export function createPool(
  ports: Ports,
  options: MemoryOptions,
  exclusive: <T>(work: () => Promise<T>) => Promise<T>,
  settle: () => Promise<Pick<OutcomeReport, "retired" | "restored">>,
): Pool {
  const active = async () =>
    (await ports.index.all("experiences"))
      .map(({ experience }) => experience)
      .filter(({ status }) => status === "active");
  const textOf = async ({ id }: Experience) => (await ports.cards.read(id))?.text;
  const idOf = createLookup(ports);
  return {
    readRuns: async (runs) => runs.map(readAttempt),
    list: async () => {
      await refreshIndex(ports, "full");
      return (await active()).map((card) => toPoolRecord(card));
    },
    records: (cards) => Promise.all(cards.map(async (card) => toPoolRecord(card, await textOf(card)))),
    dump: async () => {
      await refreshIndex(ports, "full");
      const lines: JsonObject[] = [];
      for (const card of await active()) {
        const text = await textOf(card);
        if (text !== undefined) lines.push(toDumpLine(card, text));
      }
      return lines;
    },
    export: async () =>
      exportCards(
        ports,
        (await active()).map(({ id }) => id),
      ),
    load: (lines, { replace, tier }) =>
      exclusive(async () => {
        const { cards, problems } = readLines(lines);
        const before = await ports.index.all();
        const wanted = new Set(cards.map(({ source }) => source));
        const speaksOf = ({ id, provenance }: Experience) =>
          wanted.has(`reme:${id}`) ||
          wanted.has(`habitus:${id}`) ||
          provenance.derivedFrom.some((each) => wanted.has(each));
        const report: PoolLoad = { ...(await importCards(ports, cards, true, { tier })), restored: 0, retired: 0 };
        for (const { experience } of before) {
          if (experience.status === "retired" && speaksOf(experience)) {
            await restoreCard(ports, experience.id, "loaded with its pool", "pool");
            report.restored += 1;
          } else if (replace && experience.status === "active" && !speaksOf(experience)) {
            await retireCard(ports, experience.id, "another pool was loaded", "pool");
            report.retired += 1;
          }
        }
        report.problems.unshift(...problems);
        return report;
      }),
    retire: (ids, reason) =>
      exclusive(async () => {
        const known = new Map((await active()).map((card) => [card.id, card]));
        const chosen = ids === "all" ? [...known.keys()] : [...new Set(await Promise.all(ids.map(idOf)))];
        const retired = chosen.filter((id): id is string => id !== undefined && known.has(id));
        for (const id of retired) await retireCard(ports, id, reason, "pool");
        return retired;
      }),
    retireUseless: async (rule) => {
      await settle();
      return exclusive(async () => {
        const { cards } = await foldLedger(ports.ledger.read());
        const retired: Array<{ id: string; reason: string }> = [];
        for (const { id } of await active()) {
          const record = cards.get(id);
          if (!record) continue;
          const verdict = remeVerdict(
            { judged: record.judged, well: record.judgedWell },
            { ...rule, strict: options.strict },
          );
          if (!verdict.retire) continue;
          await retireCard(ports, id, verdict.reason, "policy/reme");
          retired.push({ id, reason: verdict.reason });
        }
        return retired;
      });
    },
    use: async (ids, outcome) => {
      const found = await Promise.all(ids.map(async (id) => ({ id, card: await idOf(id) })));
      const cards = [...new Set(found.flatMap(({ card }) => card ?? []))];
      const unknown = found.filter(({ card }) => card === undefined).map(({ id }) => id);
      const attempt = ports.ids.next();
      // One write: an attempt without its outcome would be one that nobody judged.
      await ports.ledger.append([
        { type: "recalled", attempt, task: "", level: "prompt", shown: cards, shortlist: [] },
        { type: "outcome", attempt, ...outcome, reasons: outcome.reasons.map(cleanText) },
      ]);
      return { attempt, cards, unknown };
    },
  };
}

/** Finds the card that an id means. What a pool called its cards is read from the index once, and again when it knows none of that name. */
function createLookup(ports: Ports): (id: string) => Promise<string | undefined> {
  let sources: Promise<Map<string, string>> | undefined;
  const read = async () =>
    new Map(
      (await ports.index.all()).flatMap(({ experience }) => {
        const source = sourceOf(experience);
        return source === undefined ? [] : [[source, experience.id] as const];
      }),
    );
  return async (id) => {
    if (await ports.index.get(id)) return id;
    const known = (await sources)?.get(id);
    if (known !== undefined && (await ports.index.get(known))) return known;
    sources = read();
    return (await sources).get(id);
  };
}

function readAttempt(run: unknown, place: number): Trajectory {
  const item = readRun(run, `trajectories[${place}]`, 1);
  if ("trajectory" in item) return item.trajectory;
  const problem = "problem" in item ? item.problem.problem : "it is no run";
  throw new MemoryError("INVALID_INPUT", `trajectories[${place}]: ${problem}`, "A run is {task_id, messages, score}.");
}

function readLines(lines: readonly unknown[]): { cards: ImportedCard[]; problems: CardImport["problems"] } {
  const cards: ImportedCard[] = [];
  const problems: CardImport["problems"] = [];
  for (const [i, line] of lines.entries()) {
    const value = (typeof line === "object" && line !== null ? line : {}) as Record<string, unknown>;
    const card = "habitus_card" in value ? readExportedCard(value) : readRemeCard(value);
    if (typeof card === "string") problems.push({ id: `line ${i + 1}`, problem: card });
    else cards.push(card);
  }
  return { cards, problems };
}
