import { parseDocument } from "yaml";
import type { z } from "zod";
import { CardFormatError, MemoryError } from "../errors.ts";
import { CARD_FORMAT, type Experience } from "../model/experience.ts";
import { isObject } from "../model/json.ts";
import type { Rule } from "../model/rule.ts";
import { CARD_MIGRATIONS, type CardMigration } from "./card-migrations.ts";
import { cardSchema, type DiskCard, knowsRule, RULE_SCHEMAS } from "./card-schema.ts";
import { type KeyChange, spliceYaml } from "./card-splice.ts";
import { type FrontMatter, readFrontMatter } from "./card-yaml.ts";
import { type CardParts, splitCard } from "./front-matter.ts";
import { firstHeading } from "./heading.ts";
import { yamlFlow, yamlQuoted } from "./yaml-text.ts";

// The only file that converts between a card on disk and an Experience in memory.

/** Keys that are always quoted in new cards: people's sentences. */
const QUOTED = ["when_to_use", "task_query", "generalized_query"];

/**
 * Reads a card. Only `id` and `when_to_use` are needed; all else has a default, so that a person can write a card in three lines.
 * Front matter is data: nothing in it runs.
 *
 * @param path  for messages
 * @returns `body` with `\n` for line ends; `title` is `whenToUse` where the body has no heading; a rule of a type that this
 *   version does not know is left out
 * @throws CardFormatError with the line that has to be corrected
 * @throws CardTooNewError when a newer version wrote the card
 */
export function parseCard(text: string, path: string): Experience {
  return read(text, path).experience;
}

/** A new card, ready to be written; {@link parseCard} gives the same experience again. */
export function renderCard(experience: Experience): string {
  const lines = Object.entries(toDisk(experience))
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${QUOTED.includes(key) ? yamlQuoted(value as string) : yamlFlow(value)}\n`);
  return `---\n${lines.join("")}---\n\n${experience.body}`;
}

/**
 * Rewrites only what differs: unknown keys, order, comments, blank lines, quotes, line ends and the byte order mark of all else
 * stay byte for byte. The body is replaced only when it differs.
 *
 * @param text  a card that {@link parseCard} can read
 * @param next  its `title` is not written: it is the first heading of `body`
 * @throws CardFormatError, CardTooNewError as {@link parseCard}, also when `next` would make a card that cannot be read
 */
export function spliceCard(text: string, next: Experience): string {
  const { experience, disk, parts, front } = read(text, "card");
  const after = toDisk(next);
  const changes = Object.keys(after)
    .filter((key) => !isSame(disk[key], after[key]))
    .map((key) => ({ name: front.names.get(key) ?? key, after: after[key] }));
  const rewrite = (yaml: string) =>
    text.slice(0, parts.yamlStart) + yaml + text.slice(parts.yamlStart + parts.yaml.length);
  if (changes.length === 0) return withBody(text, parts, experience.body, next.body);
  const spliced = rewrite(spliceYaml(parts.yaml, changes, Object.keys(after), parts.eol));
  const isSound = says(spliced, after);
  if (isSound && next.body === experience.body) return spliced;
  const whole = isSound ? spliced : rewrite(setThroughLibrary(parts, changes));
  return withBody(whole, read(whole, "card").parts, experience.body, next.body);
}

/** False when an unusual layout, such as a value that is an alias of another one, defeated the splicing. */
function says(text: string, after: Record<string, unknown>): boolean {
  try {
    return isSame(read(text, "card").disk, after);
  } catch {
    return false; // it is no card any more
  }
}

/** May lay lines out anew. */
function setThroughLibrary(parts: CardParts, changes: readonly KeyChange[]): string {
  const document = parseDocument(parts.yaml);
  for (const { name, after } of changes) {
    if (after === undefined) document.delete(name);
    else document.set(name, document.createNode(after));
  }
  return document.toString({ lineWidth: 0 }).replaceAll("\n", parts.eol);
}

function withBody(text: string, parts: CardParts, before: string, body: string): string {
  if (body === before) return text;
  const head = text.slice(0, parts.bodyStart);
  const gap = head.endsWith("\n") ? "" : parts.eol.repeat(2);
  return head + gap + body.replaceAll("\r\n", "\n").replaceAll("\n", parts.eol);
}

/** A newer version wrote the card. It is left alone, and the path and line are named as for any other card that cannot be read. */
export class CardTooNewError extends MemoryError {
  override readonly name = "CardTooNewError";
  readonly path: string;
  readonly line: number;

  constructor(path: string, line: number, format: number) {
    const problem = `a newer version of habitus wrote this card: format ${format}, known is ${CARD_FORMAT}`;
    super("STORE_TOO_NEW", `${path}:${line}: ${problem}`, "Update habitus; until then this card rests.");
    this.path = path;
    this.line = line;
  }
}

interface ReadCard {
  experience: Experience;
  /** The front matter with defaults filled in, and without a rule that is not known. */
  disk: Record<string, unknown>;
  parts: CardParts;
  front: FrontMatter;
}

function read(text: string, path: string): ReadCard {
  const parts = splitCard(text, path);
  const front = readFrontMatter(parts, path);
  const data = migrated(front, path);
  const parsed = cardSchema.safeParse(data);
  if (!parsed.success) throw problemIn(front, data, path, parsed.error);
  const rule = ruleOf(parsed.data, front, path);
  const experience = fromDisk(parsed.data, rule, parts.body);
  return { experience, disk: toDisk(experience), parts, front };
}

/** @throws CardTooNewError */
function migrated(front: FrontMatter, path: string): Record<string, unknown> {
  const format = front.data.format ?? CARD_FORMAT;
  if (typeof format !== "number") return front.data;
  if (format > CARD_FORMAT) {
    throw new CardTooNewError(path, front.lineOf(["format"]), format);
  }
  return migrate(front.data, format, CARD_MIGRATIONS);
}

/** Brings the front matter of an older card to the present format. Pure. */
export function migrate(
  card: Record<string, unknown>,
  format: number,
  migrations: readonly CardMigration[],
): Record<string, unknown> {
  return migrations.filter(({ to }) => to > format).reduce((older, { to, up }) => ({ ...up(older), format: to }), card);
}

function ruleOf(disk: DiskCard, front: FrontMatter, path: string): Rule | undefined {
  if (disk.rule === undefined || !knowsRule(disk.rule.type)) return undefined;
  const parsed = RULE_SCHEMAS[disk.rule.type].safeParse(toCamel(disk.rule));
  if (!parsed.success) throw problemIn(front, disk, path, parsed.error, "rule");
  return parsed.data;
}

function problemIn(
  front: FrontMatter,
  data: unknown,
  path: string,
  error: z.ZodError,
  ...outer: string[]
): CardFormatError {
  const issue = error.issues[0]!;
  const keys = [...outer, ...issue.path];
  const value = keys.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], data);
  const name = keys.map(String).join(".");
  const problem = value === undefined ? `"${name}" is missing` : `"${name}" ${issue.message}, got ${shown(value)}`;
  return new CardFormatError(path, front.lineOf(keys), problem, { cause: error });
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Keys in the order in which a new card has them; absent ones are undefined. */
function toDisk(experience: Experience): Record<string, unknown> {
  const { provenance, rule } = experience;
  return {
    format: experience.format,
    id: experience.id,
    when_to_use: experience.whenToUse,
    kind: experience.kind,
    status: experience.status,
    tier: experience.tier,
    scope: experience.scope,
    confidence: experience.confidence,
    freq: experience.freq,
    utility: experience.utility,
    value: experience.value && { mean: experience.value.mean, sd: experience.value.sd },
    keywords: experience.keywords,
    tools: experience.tools,
    not_for: experience.notFor,
    only_for: experience.onlyFor,
    rule: rule && toSnake(rule),
    task_query: experience.taskQuery,
    generalized_query: experience.generalizedQuery,
    created: experience.created,
    provenance: {
      origin: provenance.origin,
      sessions: provenance.sessions,
      trajectories: provenance.trajectories,
      author: provenance.author,
      derived_from: provenance.derivedFrom,
    },
  };
}

function fromDisk(disk: DiskCard, rule: Rule | undefined, body: string): Experience {
  const { provenance, value } = disk;
  return {
    format: CARD_FORMAT,
    id: disk.id,
    whenToUse: disk.when_to_use,
    kind: disk.kind,
    status: disk.status,
    tier: disk.tier,
    scope: disk.scope,
    confidence: disk.confidence,
    freq: disk.freq,
    utility: disk.utility,
    ...(value && { value: { mean: value.mean, sd: value.sd } }),
    keywords: disk.keywords,
    tools: disk.tools,
    ...(disk.not_for && { notFor: disk.not_for }),
    ...(disk.only_for && { onlyFor: disk.only_for }),
    ...(rule && { rule }),
    ...(disk.task_query !== undefined && { taskQuery: disk.task_query }),
    ...(disk.generalized_query !== undefined && { generalizedQuery: disk.generalized_query }),
    created: disk.created,
    provenance: {
      origin: provenance.origin,
      sessions: provenance.sessions,
      trajectories: provenance.trajectories,
      author: provenance.author,
      derivedFrom: provenance.derived_from,
    },
    title: firstHeading(body) ?? disk.when_to_use,
    body,
  };
}

function toSnake(value: unknown): unknown {
  return renameKeys(value, (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

function toCamel(value: unknown): unknown {
  return renameKeys(value, (key) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
}

function renameKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [rename(key), renameKeys(member, rename)]));
}

/** Equal as data; the order of a map's keys means nothing. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a, sorted) === JSON.stringify(b, sorted);
}

function sorted(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
