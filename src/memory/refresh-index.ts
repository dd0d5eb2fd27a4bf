import { MemoryError } from "../errors.ts";
import { foldLedger } from "../learn/record.ts";
import type { NewLedgerRow } from "../model/ledger.ts";
import { GLOBAL_PREFIX, type IndexedCard, type LogProblem, type Ports, type Stamp } from "../ports.ts";
import { tokensOf } from "../recall/fields.ts";
import { type IndexChange, syncIndex } from "../store/index-sync.ts";
import { coalesce } from "./coalesce.ts";

type RefreshPorts = Pick<Ports, "cards" | "index" | "ledger" | "global">;

/** Under which the index notes the global folder's stamp when it last agreed with it. */
export const GLOBAL_NOTE = "global";

type Look = () => Promise<LogProblem[]>;

const looks = new WeakMap<RefreshPorts, Record<"full" | "quick", Look>>();

/**
 * Brings the index in step with the card files, and notes in the ledger what people changed in them by hand. Those who ask for a look
 * at the same moment share one: it begins after the last of them asked.
 * @returns the cards that cannot be read
 */
export function refreshIndex(ports: RefreshPorts, mode: "full" | "quick"): Promise<LogProblem[]> {
  const known = looks.get(ports) ?? {
    full: coalesce(() => refresh(ports, "full")),
    quick: coalesce(() => refresh(ports, "quick")),
  };
  looks.set(ports, known);
  return known[mode]();
}

async function refresh(ports: RefreshPorts, mode: "full" | "quick"): Promise<LogProblem[]> {
  const { diagnostics, changes } = await syncIndex(ports.cards, ports.index, tokensOf, mode);
  await noteHandEdits(ports, changes);
  await screenHandEdits(ports, changes);
  await refreshGlobal(ports, mode);
  return diagnostics;
}

/** Where no project has promoted anything, this is a look at one folder that is not there. */
async function refreshGlobal(ports: RefreshPorts, mode: "full" | "quick"): Promise<void> {
  if (!ports.global) return;
  const stamp = await ports.global.cards.folderStamp("experiences");
  const known = await ports.index.note(GLOBAL_NOTE);
  if (stamp === "none" ? (known ?? "none") === "none" : mode === "quick" && stamp !== undefined && stamp === known)
    return;
  await (await import("./sync-global.ts")).syncGlobal(ports, ports.global.cards, stamp);
}

/** The stamp of a card's file as it is now; undefined when it is gone. */
export async function stampNow(
  ports: Pick<Ports, "cards" | "global">,
  { experience: { id }, place }: IndexedCard,
): Promise<Stamp | undefined> {
  if (place !== "global") return ports.cards.stamp(id, place);
  return ports.global?.cards.stamp(id.slice(GLOBAL_PREFIX.length), "experiences");
}

/** A file that is not the one written last came from a person, an agent or git: it is screened before it is recalled. */
async function screenHandEdits(ports: RefreshPorts, changes: readonly IndexChange[]): Promise<void> {
  for (const { id, after } of changes) {
    if (after?.experience.status !== "active" || (await ports.cards.lastWritten(id)) === after.hash) continue;
    const { alarms, holdIfAlarming } = await import("./hold-card.ts");
    if (!alarms(after.experience)) continue;
    try {
      await holdIfAlarming(ports, id);
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
      // The file cannot be moved, or changes at this moment: until it can be read again it is not recalled.
      await ports.index.put([{ ...after, experience: { ...after.experience, status: "quarantined" } }]);
    }
  }
}

/**
 * A card that the ledger has never heard of was put there by a person or by git: its confidence is taken as its birth.
 * A confidence that differs from the ledger's was written by hand when the file is not the one that was written last, and the hand
 * wins; otherwise it is what a crash left, and the next `settle` puts it right.
 */
async function noteHandEdits(ports: RefreshPorts, changes: readonly IndexChange[]): Promise<void> {
  const suspects = changes.filter(
    ({ before, after }) => after && before?.experience.confidence !== after.experience.confidence,
  );
  if (suspects.length === 0) return;
  const { cards } = await foldLedger(ports.ledger.read());
  const rows: NewLedgerRow[] = [];
  for (const { after } of suspects) {
    if (!after) continue;
    const { id, confidence } = after.experience;
    const record = cards.get(id);
    if (!record) rows.push({ type: "born", card: id, confidence, sessions: [], by: "file" });
    else if (record.confidence !== confidence && (await ports.cards.lastWritten(id)) !== after.hash) {
      rows.push({ type: "edited", card: id, by: "file", confidence });
    }
  }
  if (rows.length > 0) await ports.ledger.append(rows);
}
