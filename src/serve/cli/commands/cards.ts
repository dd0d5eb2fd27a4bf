import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemoryError } from "../../../errors.ts";
import type { SessionAccount } from "../../../memory/session-account.ts";
import type { LogEntry } from "../../../memory/types.ts";
import type { Memory } from "../../../memory.ts";
import { CARD_STATUSES, type CardStatus } from "../../../model/experience.ts";
import type { CliContext } from "../context.ts";
import { reasonsIn } from "../messages/reasons.ts";
import { paintDiff } from "../paint-diff.ts";

/** The commands about single cards: thin skins over `memory`. */

export async function listCommand({ memory, out, t, lang }: CliContext, _args: string[], options: { status?: string }) {
  const wanted = options.status ?? "active";
  if (wanted !== "all" && !(CARD_STATUSES as readonly string[]).includes(wanted)) {
    throw new MemoryError(
      "INVALID_INPUT",
      `"${wanted}" is not a status`,
      `Statuses: ${CARD_STATUSES.join(", ")}, all.`,
    );
  }
  const opened = await memory();
  const { cards, problems, stale } = await opened.list(wanted === "all" ? undefined : (wanted as CardStatus));
  out.data({ cards: cards.map(({ body: _body, ...card }) => card), problems, stale });
  for (const card of cards) {
    for (const line of t.listed(card, out.colors)) out.line(line);
    const reason = stale[card.id];
    if (reason !== undefined) out.line(`  ${t.keptBack(reasonsIn(lang)(reason))}`);
  }
  if (cards.length === 0) out.line(t.noCards(wanted));
  for (const problem of problems) out.note(t.problem(problem));
  return problems.length > 0 ? 3 : 0;
}

export async function showCommand({ memory, out, t }: CliContext, [id = ""]: string[]) {
  const view = await (await memory()).show(id);
  const { experience, ...rest } = view;
  out.data({ ...experience, ...rest });
  out.line(view.text.replace(/^\uFEFF/, "").trimEnd());
  out.note(t.shown(view));
  if (view.followed.checked > 0) out.note(t.followed(view.followed));
  if (view.stale !== undefined) out.note(t.keptBack(view.stale));
}

export async function createCommand(
  { memory, out, t }: CliContext,
  [id]: string[],
  options: {
    trigger?: string;
    when?: string;
    title?: string;
    body?: string;
    confidence?: number;
    keywords?: string[];
    tools?: string[];
  },
) {
  const { trigger, when, ...rest } = options;
  if (trigger !== undefined && when !== undefined && trigger !== when) {
    throw new MemoryError(
      "INVALID_INPUT",
      "--trigger and --when say different things",
      "They mean the same: give one of them.",
    );
  }
  const card = await (await memory()).create({
    ...(id !== undefined && { id }),
    whenToUse: trigger ?? when ?? "",
    ...(rest.title !== undefined && { title: rest.title }),
    ...(rest.body !== undefined && { body: rest.body }),
    ...(rest.confidence !== undefined && { confidence: rest.confidence }),
    ...(rest.keywords && { keywords: rest.keywords }),
    ...(rest.tools && { tools: rest.tools }),
  });
  out.data(card);
  out.line(t.created(card));
}

export async function editCommand(
  { memory, out, t, host }: CliContext,
  [id = ""]: string[],
  options: { file?: string },
) {
  const opened = await memory();
  const before = await opened.text(id);
  const after = options.file === undefined ? openEditor(before, id, host.env) : readFileSync(options.file, "utf8");
  if (after === before) {
    out.data({ id, changed: false });
    out.line(t.unchanged(id));
    return;
  }
  const card = await keepWork(after, id, () => opened.edit(id, after, before));
  out.data({ id, changed: true, card });
  out.line(t.edited(id));
}

function openEditor(text: string, id: string, env: NodeJS.ProcessEnv): string {
  const editor = env.VISUAL || env.EDITOR;
  if (!editor) {
    throw new MemoryError(
      "INVALID_INPUT",
      "no editor is set",
      `Set $EDITOR, or give the new text: habitus edit ${id} --file PATH.`,
    );
  }
  const folder = mkdtempSync(join(tmpdir(), "habitus-edit-"));
  const path = join(folder, `${id}.md`);
  try {
    writeFileSync(path, text);
    // An editor setting may hold options (`code --wait`), so it is a shell's to read; the path is passed beside it, not in it.
    const { status, error } =
      process.platform === "win32"
        ? spawnSync(`${editor} "${path}"`, { shell: true, stdio: "inherit" })
        : spawnSync("/bin/sh", ["-c", `${editor} "$1"`, "habitus", path], { stdio: "inherit", env });
    if (error || status !== 0)
      throw new MemoryError("INVALID_INPUT", `the editor ended with ${error?.message ?? status}; nothing was changed`);
    return readFileSync(path, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A refused edit must not cost the person their words. */
async function keepWork<T>(text: string, id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    const kept = join(mkdtempSync(join(tmpdir(), "habitus-kept-")), `${id}.md`);
    await writeFile(kept, text);
    throw new MemoryError(
      error.code,
      error.message,
      `Your text is kept in ${kept}; correct it and run: habitus edit ${id} --file ${kept}`,
      {
        cause: error,
      },
    );
  }
}

export async function diffCommand({ memory, out, t }: CliContext, [id = "", version]: string[]) {
  const n = version === undefined ? undefined : Number(version);
  if (n !== undefined && !(Number.isInteger(n) && n >= 1)) {
    throw new MemoryError("INVALID_INPUT", `"${version}" is not a version`, "Versions are counted from 1.");
  }
  const diff = await (await memory()).diff(id, n);
  out.data({ id, diff });
  out.line(diff === "" ? t.unchanged(id) : paintDiff(diff, out.colors));
}

export async function undoCommand({ memory, out, t }: CliContext, [id = ""]: string[]) {
  const { experience, diff } = await (await memory()).undo(id);
  out.data({ card: experience, diff });
  out.line(paintDiff(diff, out.colors));
  out.line(t.undone(id));
}

export async function logCommand({ memory, out, t, lang }: CliContext, [id]: string[]) {
  const opened = await memory();
  const rows = await opened.log(id);
  const account = id === undefined || isCard(rows, id) ? undefined : await sessionOf(opened, id);
  if (id !== undefined && account === undefined && rows.length === 0) await mustBeCard(opened, id);
  out.data(account ? { session: account, rows } : rows);
  if (account) for (const line of t.sessionAccount(account)) out.line(line);
  const inWords = reasonsIn(lang);
  for (const row of rows) {
    const isReasoned = "reason" in row && row.reason !== undefined;
    out.line(t.logged(isReasoned ? { ...row, reason: inWords(row.reason as string) } : row));
  }
  if (rows.length === 0 && account === undefined) out.line(t.nothingLogged);
}

function isCard(rows: readonly LogEntry[], id: string): boolean {
  return rows.some((row) => "card" in row && row.card === id);
}

/** Neither a session nor on record: a card without a history, or nothing. */
async function mustBeCard(memory: Memory, name: string): Promise<void> {
  try {
    await memory.show(name);
  } catch (error) {
    if (!(error instanceof MemoryError) || error.code !== "NOT_FOUND") throw error;
    const hint = `${error.hint} \`habitus show ID\` names the sessions that a card came from.`;
    throw new MemoryError("NOT_FOUND", `no card, attempt or session is called "${name}"`, hint);
  }
}

/** @returns undefined: it is no session */
async function sessionOf(memory: Memory, name: string): Promise<SessionAccount | undefined> {
  try {
    return await memory.session(name);
  } catch (error) {
    if (error instanceof MemoryError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}

export async function reinforceCommand(context: CliContext, [id = ""]: string[]) {
  return moved(context, await (await context.memory()).reinforce(id));
}

export async function weakenCommand(context: CliContext, [id = ""]: string[]) {
  return moved(context, await (await context.memory()).weaken(id));
}

function moved({ out, t }: CliContext, { before, after, id }: { id: string; before: number; after: number }): void {
  out.data({ id, before, after });
  out.line(t.moved(id, before, after));
}

export async function retireCommand({ memory, out, t }: CliContext, [id = ""]: string[], options: { reason?: string }) {
  const card = await (await memory()).retire(id, options.reason ?? "");
  out.data(card);
  out.line(t.retired(id));
}

export async function restoreCommand(
  { memory, out, t }: CliContext,
  [id = ""]: string[],
  options: { reason?: string },
) {
  const card = await (await memory()).restore(id, options.reason ?? "");
  out.data(card);
  out.line(t.restored(id));
}

export async function pruneCommand({ memory, out, t }: CliContext, _args: string[], options: { dryRun?: boolean }) {
  const pruned = await (await memory()).prune({ dryRun: options.dryRun === true });
  out.data({ dryRun: options.dryRun === true, pruned });
  for (const { id, reason } of pruned) out.line(t.retiredBecause(id, reason));
  out.line(t.pruned(pruned.length, options.dryRun === true));
}

export async function exportCommand({ memory, out, t }: CliContext, ids: string[], options: { out?: string }) {
  const lines = await (await memory()).export(ids.length > 0 ? ids : undefined);
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  if (options.out === undefined) {
    if (out.json) out.data(lines);
    else for (const line of lines) out.line(JSON.stringify(line));
    return;
  }
  await writeFile(options.out, text);
  out.data({ path: options.out, cards: lines.length });
  out.line(t.exported(lines.length, options.out));
}
