import { existsSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { MemoryError } from "../errors.ts";
import {
  type CardEntry,
  type CardIndex,
  type CardPlace,
  INDEX_FIELDS,
  type IndexedCard,
  type IndexHit,
  type IndexPlace,
  isSearched,
} from "../ports.ts";
import { diskProblem, errorCode } from "./disk-problem.ts";
import { distinctTerms, fromRecord, toRecord, withoutCommonTerms } from "./index-record.ts";
import { makeFolderSync } from "./make-folder.ts";
import {
  findSqlite,
  type SqliteDatabase,
  type SqliteDriver,
  type SqliteStatement,
  type SqliteValue,
} from "./sqlite-driver.ts";

/** Version of the tables below. An index with another one is emptied; what it held is read from the files again. */
const SCHEMA = 2;
/** How long to wait for another process that writes. Its longest write is one batch of cards. */
const BUSY_MS = 5_000;

// Our tokens stay whole: the `ascii` tokeniser takes every character beyond ASCII for part of a word, letters and digits too,
// and these besides. Only white space and control characters part tokens.
const TOKEN_CHARACTERS = "!#$%&()*+,-./:;<=>?@[\\]^_`{|}~'\"".replaceAll("'", "''");
const TOKENIZER = `ascii tokenchars '${TOKEN_CHARACTERS}'`;

// `card_text` holds the cards in `experiences/` and the global ones alone, so that N and the average length are those of what is searched.
const TABLES = `
  create table meta (key text primary key, value text not null) without rowid;
  create table card (row integer primary key, id text not null unique, place text not null, stamp text not null, hash text not null);
  create index card_place on card (place);
  create table content (row integer primary key, json text not null, tokens text not null);
  create virtual table card_text using fts5(
    ${INDEX_FIELDS.join(", ")}, content='', tokenize="${TOKENIZER.replaceAll('"', '""')}"
  );
  create virtual table word using fts5vocab(card_text, row);
`;

/** What lies in the project itself. */
const OWN = "card.place <> 'global'";
const FIELDS = INDEX_FIELDS.join(", ");
const MARKS = INDEX_FIELDS.map(() => "?").join(", ");
const INSERT_TEXT = `insert into card_text (rowid, ${FIELDS}) values (?, ${MARKS})`;
// Given the old text, FTS5 also takes it out of the counts that BM25 needs; its `contentless_delete` leaves those as they were.
const DELETE_TEXT = `insert into card_text (card_text, rowid, ${FIELDS}) values ('delete', ?, ${MARKS})`;
const FULL_ROW = "card.id, card.place, card.stamp, card.hash, content.json, content.tokens";
const ONE_ROW = `select ${FULL_ROW} from card join content using (row) where card.row = ?`;
const TOP_ROWS = `
  select card.row, -bm25(card_text, ${MARKS}) as score
  from card_text join card on card.row = card_text.rowid
  where card_text match ? and score > 0
  order by score desc, card.id limit ?
`;

/** Counts that are remembered; the words of a language are more. */
const MOST_COUNTED = 10_000;
/** Searches that are remembered, and hits of one of them: a card with its words takes some kilobytes. */
const MOST_FOUND = 200;
const FEW_HITS = 10;

// How SQLite says that a file is no database, no whole one, or not ours. Not every driver gives the number with every error.
const DAMAGE_NUMBERS = [11, 26];
const DAMAGE_WORDS = /file is not a database|disk image is malformed|corrupt|no such (?:table|column)/;

/**
 * The index in one SQLite file. A file that is damaged, of another version or of another fingerprint is emptied; the next sync
 * fills it from the card files.
 *
 * @param path         of the file, created with its folder when missing; `:memory:` for none
 * @param fingerprint  of everything that decides how cards become tokens
 * @throws MemoryError `STORE_BUSY` when there is no SQLite on this machine, or the file cannot be opened or written
 */
export async function createSqliteIndex(path: string, fingerprint: string): Promise<CardIndex> {
  const sqlite = await findSqlite();
  if (!sqlite) throw new MemoryError("STORE_BUSY", "this Node has no SQLite", "npm install @photostructure/sqlite");
  try {
    return new SqliteIndex(sqlite, path, fingerprint);
  } catch (error) {
    throw diskProblem(asMemoryError(error, path), "open the index", path);
  }
}

/** What an index holds that can only be read. */
export interface IndexContent {
  cards: IndexedCard[];
  notes: Array<{ key: string; value: string }>;
}

/**
 * Reads the whole index from a file in a folder that cannot be written, where SQLite could not keep its journal.
 * @returns undefined when there is none of this fingerprint
 */
export async function readSqliteIndex(path: string, fingerprint: string): Promise<IndexContent | undefined> {
  const sqlite = await findSqlite();
  if (!sqlite || !existsSync(path)) return undefined;
  try {
    const database = sqlite.open(`${pathToFileURL(path).href}?immutable=1`, { readOnly: true });
    try {
      if (!isMadeBy(database, fingerprint)) return undefined;
      const cards = database.prepare(`select ${FULL_ROW} from card join content using (row)`).all().map(toCard);
      const notes = database.prepare("select substr(key, 6) as key, value from meta where key like 'note:%'").all();
      return { cards, notes: notes as unknown as IndexContent["notes"] };
    } finally {
      database.close();
    }
  } catch (error) {
    if (!isFromSqlite(error)) throw error;
    return undefined;
  }
}

/** A card's row, and what of it is searched. */
interface KnownRow extends Record<string, unknown> {
  row: number;
  place: IndexPlace;
  tokens: string;
}

class SqliteIndex implements CardIndex {
  readonly kind = { name: "sqlite" } as const;
  readonly fingerprint: string;
  readonly #sqlite: SqliteDriver;
  readonly #path: string;
  /** Kept as long as its statements are: drivers break them when the database is collected. */
  #database: SqliteDatabase;
  readonly #statements = new Map<string, SqliteStatement>();
  #wrote = false;
  /** What the index holds for searching, as far as somebody asked: counting the holders of a common term takes a third of a search. */
  readonly #counted = new Map<string, number>();
  /** What was found lately: calls of a session ask for the same words again and again. Until anybody writes. */
  readonly #found = new Map<string, readonly IndexHit[]>();
  /** The file was ours at this `data_version`, which changes when another connection writes, and not when this one does. */
  #oursAt: unknown;

  constructor(sqlite: SqliteDriver, path: string, fingerprint: string) {
    this.#sqlite = sqlite;
    this.#path = path;
    this.fingerprint = fingerprint;
    if (path !== ":memory:") makeFolderSync(dirname(path));
    this.#database = this.#open();
    this.#guard(() => undefined);
  }

  async entries(): Promise<CardEntry[]> {
    return this.#guard(() => this.#all(`select id, place, stamp from card where ${OWN} order by id`)).map(toEntry);
  }

  async sample(count: number): Promise<CardEntry[]> {
    return this.#guard(() => {
      const { last } = this.#get("select coalesce(max(row), 0) as last from card") as { last: number };
      // A stretch of rows that may begin before the first one, or each row near it would come up less often than others.
      const from = Math.floor(Math.random() * (last + count)) - count;
      return this.#all(`select id, place, stamp from card where row > ? and row <= ? and ${OWN}`, from, from + count);
    }).map(toEntry);
  }

  async put(cards: readonly IndexedCard[]): Promise<void> {
    if (cards.length === 0) return;
    this.#write(() => {
      for (const card of cards) this.#putOne(card);
    });
  }

  #putOne(card: IndexedCard): void {
    const { id } = card.experience;
    const { json, tokens } = toRecord(card);
    const known = this.#rowOf(id);
    // Mostly numbers change. What is searched stays then: taking words out and putting them in again costs more than all else.
    if (known?.place === card.place && known.tokens === tokens) {
      this.#run("update card set stamp = ?, hash = ? where row = ?", card.stamp, card.hash, known.row);
      this.#run("update content set json = ? where row = ?", json, known.row);
      return;
    }
    // A card keeps its row: gaps would make samples smaller.
    if (known) this.#removeRow(known);
    const { row } = this.#get(
      "insert into card (row, id, place, stamp, hash) values (?, ?, ?, ?, ?) returning row",
      known?.row ?? null,
      id,
      card.place,
      card.stamp,
      card.hash,
    ) as { row: number };
    this.#run("insert into content (row, json, tokens) values (?, ?, ?)", row, json, tokens);
    if (!isSearched(card.place)) return;
    this.#counted.clear();
    this.#run(INSERT_TEXT, row, ...tokens.split("\n"));
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    this.#write(() => {
      for (const id of ids) {
        const known = this.#rowOf(id);
        if (known) this.#removeRow(known);
      }
    });
  }

  #rowOf(id: string): KnownRow | undefined {
    return this.#get("select row, place, tokens from card join content using (row) where id = ?", id) as
      | KnownRow
      | undefined;
  }

  #removeRow({ row, place, tokens }: KnownRow): void {
    this.#counted.clear();
    if (isSearched(place)) this.#run(DELETE_TEXT, row, ...tokens.split("\n"));
    this.#run("delete from content where row = ?", row);
    this.#run("delete from card where row = ?", row);
  }

  async get(id: string): Promise<IndexedCard | undefined> {
    const sql = `select ${FULL_ROW} from card join content using (row) where card.id = ?`;
    const row = this.#guard(() => this.#get(sql, id));
    return row && toCard(row);
  }

  async all(place?: IndexPlace): Promise<IndexedCard[]> {
    const where = place === undefined ? OWN : "card.place = ?";
    const sql = `select ${FULL_ROW} from card join content using (row) where ${where} order by card.id`;
    return this.#guard(() => this.#all(sql, ...(place === undefined ? [] : [place]))).map(toCard);
  }

  async search(
    terms: readonly string[],
    weights: Readonly<Record<(typeof INDEX_FIELDS)[number], number>>,
    limit: number,
  ): Promise<IndexHit[]> {
    const asked = distinctTerms(terms);
    if (asked.length === 0 || limit < 1) return [];
    return this.#guard(() => {
      const key = JSON.stringify([asked, INDEX_FIELDS.map((field) => weights[field]), limit]);
      const found = this.#found.get(key);
      if (found) return [...found];
      const looked = this.#withoutCommonTerms(asked);
      const match = looked.map((term) => `"${term.replaceAll('"', '""')}"`).join(" OR ");
      const tops = this.#all(TOP_ROWS, ...INDEX_FIELDS.map((field) => weights[field]), match, limit);
      const hits = tops.map(({ row, score }) => ({
        card: toCard(this.#get(ONE_ROW, row as number)!),
        score: score as number,
      }));
      if (hits.length <= FEW_HITS) this.#remember(key, hits);
      return hits;
    });
  }

  #remember(key: string, hits: readonly IndexHit[]): void {
    if (this.#found.size >= MOST_FOUND) this.#found.clear();
    this.#found.set(key, [...hits]);
  }

  #withoutCommonTerms(terms: readonly string[]): string[] {
    const cards = this.#count("", "select count(*) as count from card where place in ('experiences', 'global')");
    const holders = (term: string) => this.#count(term, "select doc as count from word where term = ?", term);
    return withoutCommonTerms(terms, cards, holders);
  }

  /** @param key  no term is empty */
  #count(key: string, sql: string, ...values: SqliteValue[]): number {
    const known = this.#counted.get(key) ?? (this.#get(sql, ...values)?.count as number | undefined) ?? 0;
    if (this.#counted.size >= MOST_COUNTED) this.#counted.clear();
    this.#counted.set(key, known);
    return known;
  }

  async note(key: string): Promise<string | undefined> {
    return this.#guard(() => this.#get("select value from meta where key = ?", `note:${key}`))?.value as
      | string
      | undefined;
  }

  async setNote(key: string, value: string): Promise<void> {
    this.#write(() => this.#setMeta(`note:${key}`, value));
  }

  async close(): Promise<void> {
    this.#statements.clear();
    try {
      // A driver that keeps statements until they are collected does not do this by itself, and the next process would have to.
      if (this.#wrote) this.#database.exec("pragma wal_checkpoint(truncate)");
    } catch {
      // the journal stays, and is read by whoever opens the file next
    }
    this.#database.close();
  }

  #open(): SqliteDatabase {
    const database = this.#sqlite.open(this.#path);
    try {
      database.exec(`pragma busy_timeout = ${BUSY_MS}; pragma journal_mode = wal; pragma synchronous = normal;`);
      return database;
    } catch (error) {
      database.close();
      if (!isDamage(error)) throw error;
    }
    this.#deleteFiles();
    return this.#open();
  }

  /** Runs the work on an index of our version and fingerprint, emptied first if it is not, rebuilt if the file is damaged. */
  #guard<T>(work: () => T): T {
    try {
      this.#makeOurs();
      return work();
    } catch (error) {
      if (!isDamage(error)) throw asMemoryError(error, this.#path);
    }
    this.#statements.clear();
    this.#database.close();
    try {
      this.#deleteFiles();
      this.#database = this.#open();
      this.#oursAt = undefined;
      this.#makeOurs();
      return work();
    } catch (error) {
      // Another process does the same at this moment.
      throw asMemoryError(error, this.#path);
    }
  }

  /** In one transaction: all of it or nothing, and beside other processes. */
  #write(work: () => void): void {
    this.#guard(() =>
      this.#inTransaction(() => {
        this.#emptyUnlessOurs();
        work();
      }),
    );
  }

  #inTransaction(work: () => void): void {
    this.#wrote = true;
    this.#found.clear();
    this.#database.exec("begin immediate");
    try {
      work();
      this.#database.exec("commit");
    } catch (error) {
      try {
        this.#database.exec("rollback");
      } catch {
        // SQLite has rolled back by itself; the error that led here is the one to report
      }
      throw error;
    }
  }

  /** Another process may have made the index its own since the last look, so each piece of work looks first whether anybody wrote. */
  #makeOurs(): void {
    const version = this.#get("pragma data_version")?.data_version;
    if (version !== undefined && version === this.#oursAt) return;
    this.#counted.clear();
    this.#found.clear();
    if (!this.#isOurs()) this.#inTransaction(() => this.#emptyUnlessOurs());
    this.#oursAt = version;
  }

  #emptyUnlessOurs(): void {
    if (this.#isOurs()) return;
    this.#counted.clear();
    this.#statements.clear();
    for (const table of ["word", "card_text", "content", "card", "meta"])
      this.#database.exec(`drop table if exists ${table}`);
    this.#database.exec(TABLES);
    this.#setMeta("schema", String(SCHEMA));
    this.#setMeta("fingerprint", this.fingerprint);
  }

  #isOurs(): boolean {
    return isMadeBy(this.#database, this.fingerprint);
  }

  #setMeta(key: string, value: string): void {
    this.#run(
      "insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value",
      key,
      value,
    );
  }

  #deleteFiles(): void {
    for (const ending of ["", "-wal", "-shm", "-journal"]) rmSync(`${this.#path}${ending}`, { force: true });
  }

  #statement(sql: string): SqliteStatement {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #all(sql: string, ...values: SqliteValue[]): Array<Record<string, unknown>> {
    return this.#statement(sql).all(...values);
  }

  #get(sql: string, ...values: SqliteValue[]): Record<string, unknown> | undefined {
    return this.#statement(sql).get(...values);
  }

  #run(sql: string, ...values: SqliteValue[]): void {
    this.#statement(sql).run(...values);
  }
}

function isMadeBy(database: SqliteDatabase, fingerprint: string): boolean {
  if (!database.prepare("select 1 from sqlite_schema where name = 'meta'").get()) return false;
  const found = database.prepare("select key, value from meta where key in ('schema', 'fingerprint')").all();
  const meta = Object.fromEntries(found.map(({ key, value }) => [key, value]));
  return meta.schema === String(SCHEMA) && meta.fingerprint === fingerprint;
}

function toEntry(row: Record<string, unknown>): CardEntry {
  return { id: row.id as string, place: row.place as CardPlace, stamp: row.stamp as string };
}

function toCard({ json, tokens, ...row }: Record<string, unknown>): IndexedCard {
  return fromRecord(
    { json: json as string, tokens: tokens as string },
    { place: row.place as IndexPlace, stamp: row.stamp as string, hash: row.hash as string },
  );
}

function isFromSqlite(error: unknown): error is Error {
  return errorCode(error) === "ERR_SQLITE_ERROR";
}

function isDamage(error: unknown): boolean {
  if (!isFromSqlite(error)) return false;
  const { errcode } = error as { errcode?: unknown };
  return DAMAGE_WORDS.test(error.message) || (typeof errcode === "number" && DAMAGE_NUMBERS.includes(errcode & 0xff));
}

function asMemoryError(error: unknown, path: string): unknown {
  if (!isFromSqlite(error)) return error;
  return new MemoryError("STORE_BUSY", `the index ${path} cannot be used: ${error.message}`, "Try again in a moment.", {
    cause: error,
  });
}
