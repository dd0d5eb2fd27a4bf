import { isUtf8 } from "node:buffer";
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { join, normalize, sep } from "node:path";
import { setImmediate as breathe, setTimeout as sleep } from "node:timers/promises";
import { CardFormatError } from "../errors.ts";
import type { CardEntry, CardFiles, CardPlace, CardText, Stamp } from "../ports.ts";
import { type Claim, claimNext, keepVersion, keptVersions, planVersions, unfinishedText } from "./card-history.ts";
import { assertPortableId, readableId } from "./card-id.ts";
import { changedMeanwhile, existsAlready, PLACES } from "./card-places.ts";
import { contentHash } from "./content-hash.ts";
import { diskProblem, errorCode, isMissing } from "./disk-problem.ts";
import { sortById } from "./id-order.ts";
import { clearStaleTemporaries, removeIfThere, writeBeside } from "./replace-file.ts";

const ENDING = ".md";
/** Files looked at in one go; then other work gets its turn. 2.5 µs each on a local disk. */
const STATS_AT_ONCE = 1_000;
const READS_AT_ONCE = 50;
/** A folder that changed less than this ago may change again without its time moving on. FAT counts in steps of two seconds. */
const CLOCK_STEP_MS = 2_000;
/** Windows refuses to replace a file while somebody reads it. */
const WINDOWS_BUSY = ["EPERM", "EACCES", "EBUSY"];
const WINDOWS_TRIES = 50;
const WINDOWS_PAUSE_MS = 20;

/**
 * Card files in the folder of a project: `experiences/`, `quarantine/`, `retired/` and `history/`, each created when it is needed.
 *
 * A symbolic link to a card is followed for reading and writing; removing or moving the card removes the link alone.
 * @param folder  of the project
 */
export function createNodeCardFiles(folder: string): CardFiles {
  const disk = new CardDisk(folder);
  return {
    list: async (places = PLACES) => disk.list(places),
    stamp: async (id, place) => disk.stamp(readableId(id), place),
    folderStamp: async (place) => disk.folderStamp(place),
    read: async (id) => disk.read(readableId(id)),
    write: async (given, place, text, expected, { version = true } = {}) => {
      const id = readableId(given);
      if (expected === null) return disk.create(id, place, text);
      const current = await disk.demand(id, expected);
      if (current.place !== place) throw changedMeanwhile(id);
      return current.text === text ? current : disk.replace(current, place, text, version);
    },
    move: async (given, to, text, expected) => {
      const id = readableId(given);
      return disk.replace(await disk.demand(id, expected), to, text, true);
    },
    remove: async (given, expected) => {
      const id = readableId(given);
      await disk.replace(await disk.demand(id, expected), undefined, undefined, true);
    },
    history: async (given) => {
      const id = readableId(given);
      const [versions, current] = [await keptVersions(disk.historyOf(id)), await disk.read(id)];
      return versions.at(-1)?.text === current?.text ? versions.slice(0, -1) : versions;
    },
    lastWritten: async (given) => {
      const id = readableId(given);
      const [unfinished, current] = [await unfinishedText(disk.historyOf(id)), await disk.read(id)];
      if (unfinished !== undefined && unfinished === current?.text) return current.hash;
      const newest = (await keptVersions(disk.historyOf(id))).at(-1);
      return newest && contentHash(newest.text);
    },
  };
}

class CardDisk {
  readonly #folder: string;
  #cleared: Promise<void> | undefined;
  #reads = 0;

  constructor(folder: string) {
    this.#folder = normalize(folder);
  }

  historyOf(id: string): string {
    return join(this.#folder, "history", id);
  }

  async list(places: readonly CardPlace[]): Promise<CardEntry[]> {
    const entries: CardEntry[] = [];
    const seen = new Set<string>();
    let looked = 0;
    for (const place of PLACES) {
      if (PLACES.slice(PLACES.indexOf(place)).every((each) => !places.includes(each))) break;
      for (const name of this.#namesIn(place)) {
        const id = name.slice(0, -ENDING.length).normalize("NFC");
        if (seen.has(id)) continue;
        const stamp = stampOf(this.#pathIn(place, name));
        if (stamp === undefined) continue;
        seen.add(id);
        if (places.includes(place)) entries.push({ id, place, stamp });
        looked += 1;
        if (looked % STATS_AT_ONCE === 0) await breathe();
      }
    }
    return sortById(entries);
  }

  #namesIn(place: CardPlace): string[] {
    try {
      return readdirSync(join(this.#folder, place)).filter((name) => name.endsWith(ENDING) && !name.startsWith("."));
    } catch (error) {
      if (isMissing(error)) return [];
      throw diskProblem(error, "list", join(this.#folder, place));
    }
  }

  stamp(id: string, place: CardPlace): Stamp | undefined {
    return this.#pathsOf(id, place)
      .map(stampOf)
      .find((stamp) => stamp !== undefined);
  }

  folderStamp(place: CardPlace): Stamp | undefined {
    const found = lookAt(join(this.#folder, place));
    if (!found) return "none";
    return Date.now() - found.mtimeMs < CLOCK_STEP_MS ? undefined : `${found.mtimeMs}`;
  }

  async read(id: string): Promise<CardText | undefined> {
    this.#reads += 1;
    if (this.#reads % READS_AT_ONCE === 0) await breathe();
    // A card that moves from a later place to an earlier one can be missed by one look at each; it stands still for the second.
    return this.#readOnce(id) ?? this.#readOnce(id);
  }

  #readOnce(id: string): CardText | undefined {
    for (const place of PLACES) {
      for (const path of this.#pathsOf(id, place)) {
        const card = readCard(id, place, path);
        if (card) return card;
      }
    }
    return undefined;
  }

  async demand(id: string, expected: string): Promise<CardText> {
    const current = await this.read(id);
    if (current?.hash !== expected) throw changedMeanwhile(id);
    return current;
  }

  async create(id: string, place: CardPlace, text: string): Promise<CardText> {
    assertPortableId(id);
    if (await this.read(id)) throw existsAlready(id);
    return (await this.#change(id, undefined, place, text, true)) as CardText;
  }

  replace(current: CardText, to: CardPlace, text: string, version: boolean): Promise<CardText>;
  replace(current: CardText, to: undefined, text: undefined, version: boolean): Promise<undefined>;
  async replace(current: CardText, to: CardPlace | undefined, text: string | undefined, version: boolean) {
    return this.#change(current.id, current, to, text, version);
  }

  async #change(
    id: string,
    current: CardText | undefined,
    to: CardPlace | undefined,
    text: string | undefined,
    version: boolean,
  ): Promise<CardText | undefined> {
    const history = this.historyOf(id);
    const path = to === undefined ? undefined : current?.place === to ? current.path : this.#pathsOf(id, to)[0]!;
    let prepared: Prepared | undefined;
    let claim: Claim | undefined;
    let isDone = false;
    try {
      await this.#clearOnce();
      // Before the claim: a disk may take its time for that, and nobody must wait for it or take us for dead.
      prepared = await prepare(id, current, path, text);
      claim = await claimNext(history, id, text, current?.text, async () => (await this.read(id))?.text);
      const copies = this.#copiesBeside(current, path, to);
      await this.#keepHidden(history, current, copies);
      const plan = await planVersions(history, current?.text, text, version);
      if (plan.replacedAs !== undefined) await keepVersion(history, plan.replacedAs, current!.text);
      const stamp = await commit(id, current, path, prepared, copies, claim);
      isDone = true;
      await claim.keep(plan);
      if (to === undefined || path === undefined || text === undefined) return undefined;
      return { id, place: to, text, hash: contentHash(text), stamp: stamp!, path };
    } catch (error) {
      // What went wrong first is what is reported; a claim that stays is settled by the next writer, and has to when the card was replaced.
      if (!isDone) await claim?.drop().catch(() => undefined);
      throw diskProblem(error, "write", path ?? current?.path ?? this.#folder);
    } finally {
      if (prepared && !isDone) await removeIfThere(prepared.temporary).catch(() => undefined); // cleared away later
    }
  }

  /**
   * What has to go with a change: the card's old file, copies that would count instead of the new one, and when the card is removed all that
   * it hid. The card's old file goes last.
   */
  #copiesBeside(current: CardText | undefined, path: string | undefined, to: CardPlace | undefined): string[] {
    if (current === undefined || path === current.path) return [];
    const places = to === undefined ? PLACES : PLACES.slice(0, PLACES.indexOf(to));
    const others = places.flatMap((place) => this.#pathsOf(current.id, place)).filter((each) => each !== current.path);
    return [...others.reverse(), current.path];
  }

  /** A copy that goes with a move, left by a move that was cut short or made by a person, is kept as a version. */
  async #keepHidden(history: string, current: CardText | undefined, copies: readonly string[]): Promise<void> {
    for (const path of copies) {
      if (current === undefined || path === current.path || lookAt(path) === undefined) continue;
      const text = readFileSync(path, "utf8");
      const kept = await keptVersions(history);
      if (!kept.some((each) => each.text === text)) await keepVersion(history, (kept.at(-1)?.n ?? 0) + 1, text);
    }
  }

  #clearOnce(): Promise<void> {
    this.#cleared ??= (async () => {
      for (const place of PLACES) await clearStaleTemporaries(join(this.#folder, place), Date.now());
    })();
    return this.#cleared;
  }

  /** Where the card's file may lie: names copied from a Mac can be decomposed. */
  #pathsOf(id: string, place: CardPlace): string[] {
    const decomposed = id.normalize("NFD");
    const names = decomposed === id ? [id] : [id, decomposed];
    return names.map((name) => this.#pathIn(place, `${name}${ENDING}`));
  }

  /** What `join` gives, without its cost: looking at a file takes no longer than that. */
  #pathIn(place: CardPlace, name: string): string {
    return `${this.#folder}${sep}${place}${sep}${name}`;
  }
}

function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // Decomposed, a long name in Hangul or Kana is up to three times as long: no file can bear it.
    if (errorCode(error) === "ENAMETOOLONG") return undefined;
    throw diskProblem(error, "look at", path);
  }
}

function stampOf(path: string): Stamp | undefined {
  const found = lookAt(path);
  return found?.isFile() ? stampFrom(found) : undefined;
}

/** Size and times. The time of change also moves when a tool writes a file and sets its modification time back. */
function stampFrom({ size, mtimeMs, ctimeMs }: Stats): Stamp {
  return `${size}-${mtimeMs}-${ctimeMs}`;
}

/** In one go, without other work in between: cards are small, and waiting for each step takes ten times as long as the step. */
function readCard(id: string, place: CardPlace, path: string): CardText | undefined {
  if (lookAt(path) === undefined) return undefined;
  let handle: number;
  try {
    handle = openSync(path, "r");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw diskProblem(error, "read", path);
  }
  try {
    const found = fstatSync(handle);
    if (!found.isFile()) return undefined;
    const bytes = readFileSync(handle);
    if (!isUtf8(bytes)) throw new CardFormatError(path, firstBadLine(bytes), "this is not UTF-8 text");
    // The stamp is older than the text: a change between the two shows as a change.
    return { id, place, text: bytes.toString("utf8"), hash: contentHash(bytes), stamp: stampFrom(found), path };
  } finally {
    closeSync(handle);
  }
}

function firstBadLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    const next = end === -1 ? bytes.length : end + 1;
    if (!isUtf8(bytes.subarray(start, next))) return line;
    start = next;
  }
  return line;
}

/** The new text, on the disk and ready to take its name. */
interface Prepared {
  temporary: string;
  /** What it replaces; where the card's file is a link, that leads to it. */
  target: string;
}

async function prepare(
  id: string,
  current: CardText | undefined,
  path: string | undefined,
  text: string | undefined,
): Promise<Prepared | undefined> {
  if (path === undefined || text === undefined) return undefined;
  try {
    const target = current && path === current.path ? realpathSync(path) : path;
    return { target, temporary: await writeBeside(target, text, current && modeOf(current.path)) };
  } catch (error) {
    if (current && isMissing(error)) throw changedMeanwhile(id);
    throw error;
  }
}

/** Permission bits of the file; undefined when there is none. */
function modeOf(path: string): number | undefined {
  const found = lookAt(path);
  return found && found.mode & 0o7777;
}

/**
 * Puts the new text in the place of the old one. The last look at the old file and the change follow each other without a
 * pause, so that a person's save does not fall in between.
 * @returns stamp of the new file; undefined when the card was removed
 */
async function commit(
  id: string,
  current: CardText | undefined,
  path: string | undefined,
  prepared: Prepared | undefined,
  copies: readonly string[],
  claim: Claim,
): Promise<Stamp | undefined> {
  let isPlaced = false;
  for (let tries = 1; ; tries += 1) {
    if (!claim.isOurs() || !isStill(current)) throw changedMeanwhile(id);
    if (current === undefined && prepared && statSync(prepared.target, { throwIfNoEntry: false }))
      throw existsAlready(id);
    try {
      if (prepared && !isPlaced) renameSync(prepared.temporary, prepared.target);
      isPlaced = true;
      for (const copy of copies) rmSync(copy, { force: true });
      return path === undefined ? undefined : stampOf(path);
    } catch (error) {
      const busy = process.platform === "win32" && WINDOWS_BUSY.includes(errorCode(error) ?? "");
      if (!busy || tries >= WINDOWS_TRIES) throw error;
    }
    await sleep(WINDOWS_PAUSE_MS);
  }
}

function isStill(card: CardText | undefined): boolean {
  if (card === undefined) return true;
  try {
    return contentHash(readFileSync(card.path)) === card.hash;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
