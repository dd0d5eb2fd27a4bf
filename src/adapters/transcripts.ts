import { createReadStream } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../model/json.ts";
import type { Transcript, Transcripts } from "../ports.ts";
import { textHash } from "../text/hash.ts";
import { isMissing } from "./disk-problem.ts";
import { makeFolder } from "./make-folder.ts";
import { isTemporary, replaceFile } from "./replace-file.ts";
import { createSessionPlaces } from "./session-places.ts";

/** Where a session's transcript lies: one small file a session below `transcripts/`, so that no two hooks write one file. Losing them costs one comparison. */
interface TranscriptNote {
  session: string;
  path: string;
  /** No hook told of the session. */
  found?: true;
  /** In words, why the session is not to be recorded. */
  passed?: string;
  /** Sizes of its files when they were compared last. */
  compared?: string;
}

/** Notes where the host writes a session down, unless that is known. What a hook tells outweighs what was found. */
export async function rememberTranscript(home: string, note: Omit<TranscriptNote, "compared">): Promise<void> {
  const known = await readNote(noteFile(home, note.session));
  if (known?.path === note.path && (note.found || !known.found)) return;
  await saveNote(home, { ...(known?.compared !== undefined && { compared: known.compared }), ...note });
}

export async function knowsTranscript(home: string, session: string): Promise<boolean> {
  return (await readNote(noteFile(home, session))) !== undefined;
}

/** Transcripts of one project's sessions. @param nowMs  for what is still being written, Unix milliseconds */
export function createTranscripts(home: string, project: string, nowMs: () => number): Transcripts {
  const places = createSessionPlaces(home);
  return {
    changed: async (quietMs) => {
      const { findNewTranscripts } = await import("./find-transcripts.ts");
      await findNewTranscripts(home);
      const changed: Transcript[] = [];
      for (const name of await namesIn(folderOf(home))) {
        const note = await readNote(join(folderOf(home), name));
        if (!note || note.passed !== undefined || (await places.projectOf(note.session)) !== project) continue;
        const files = await filesOf(note.path);
        if (files === undefined) {
          // The host has deleted it: there is nothing to compare with any more.
          await rm(join(folderOf(home), name), { force: true }).catch(() => undefined);
          continue;
        }
        const stamp = files.map(({ bytes }) => bytes).join("+");
        const last = Math.max(...files.map(({ changedMs }) => changedMs));
        if (stamp === note.compared || nowMs() - last < quietMs) continue;
        changed.push({
          session: note.session,
          found: note.found === true,
          sources: files.map(({ path, bytes }) => ({ path, bytes, open: () => createReadStream(path, "utf8") })),
          compared: () => noteCompared(home, note, stamp).catch(() => undefined),
        });
      }
      return changed;
    },
  };
}

/** The session's own file, then those of its subagents, which Claude Code keeps beside it. */
async function filesOf(path: string): Promise<Array<{ path: string; bytes: number; changedMs: number }> | undefined> {
  const subagents = join(path.replace(/\.jsonl$/, ""), "subagents");
  const below = (await namesIn(subagents)).filter((name) => name.endsWith(".jsonl")).sort();
  const files: Array<{ path: string; bytes: number; changedMs: number }> = [];
  for (const each of [path, ...below.map((name) => join(subagents, name))]) {
    try {
      const { size, mtimeMs } = await stat(each);
      files.push({ path: each, bytes: size, changedMs: mtimeMs });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return files[0]?.path === path ? files : undefined;
}

const folderOf = (home: string) => join(home, "transcripts");
const noteFile = (home: string, session: string) => join(folderOf(home), textHash(session));

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !isTemporary(name));
  } catch (error) {
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === "ENOTDIR") return [];
    throw error;
  }
}

/** A hook may have named another file since, or a purge that it is to be passed over: then there is nothing to note. */
async function noteCompared(home: string, before: TranscriptNote, stamp: string): Promise<void> {
  const now = await readNote(noteFile(home, before.session));
  if (now && now.path === before.path && now.passed === undefined) await saveNote(home, { ...now, compared: stamp });
}

async function saveNote(home: string, note: TranscriptNote): Promise<void> {
  await makeFolder(folderOf(home));
  await replaceFile(noteFile(home, note.session), `${JSON.stringify(note)}\n`);
}

async function readNote(path: string): Promise<TranscriptNote | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    const fits = isObject(value) && typeof value.session === "string" && typeof value.path === "string";
    return fits ? (value as unknown as TranscriptNote) : undefined;
  } catch {
    // Not there, or half a file of a crash: it is noted anew.
    return undefined;
  }
}
