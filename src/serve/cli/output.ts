import pc from "picocolors";
import type { Progress } from "../../memory/types.ts";

/** What the CLI needs of a stream. */
export interface TextSink {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Where a command writes: answers to stdout, everything about the work to stderr, so that a pipe gets answers only. */
export interface Output {
  json: boolean;
  colors: ReturnType<typeof pc.createColors>;
  /** Columns to wrap at. */
  width: number;
  line(text?: string): void;
  /** Under `--json`: the one document on stdout. */
  data(value: unknown): void;
  note(text: string): void;
  /** Shown only on work that takes longer than a second. */
  progress(label: (progress: Progress) => string): { update(progress: Progress): void; end(): void };
}

export interface OutputOptions {
  json: boolean;
  env: NodeJS.ProcessEnv;
  stdout: TextSink;
  stderr: TextSink;
  nowMs: () => number;
}

/** How long work may be silent. */
const SILENT_MS = 1000;
const REPAINT_MS = 200;

export function createOutput({ json, env, stdout, stderr, nowMs }: OutputOptions): Output {
  const colors = pc.createColors(!json && !env.NO_COLOR && (Boolean(env.FORCE_COLOR) || Boolean(stdout.isTTY)));
  return {
    json,
    colors,
    width: Math.min(Math.max(stdout.columns ?? 100, 40), 120),
    line: (text = "") => {
      if (!json) stdout.write(`${stdout.isTTY ? harmless(text) : text}\n`);
    },
    data: (value) => {
      if (json) stdout.write(`${JSON.stringify(value, null, 2)}\n`);
    },
    note: (text) => void stderr.write(`${stderr.isTTY ? harmless(text) : text}\n`),
    progress: (label) => {
      const began = nowMs();
      let painted = 0;
      let shown = false;
      return {
        update: (progress) => {
          const now = nowMs();
          if (now - began < SILENT_MS || now - painted < (stderr.isTTY ? REPAINT_MS : SILENT_MS * 5)) return;
          painted = now;
          shown = true;
          stderr.write(stderr.isTTY ? `\r\u001B[2K${label(progress)}` : `${label(progress)}\n`);
        },
        end: () => {
          if (shown && stderr.isTTY) stderr.write("\r\u001B[2K");
        },
      };
    },
  };
}

/** A title or a line of a file may hold what steers a terminal: only colours, tabs and line ends get through to one. */
export function harmless(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
  return text.replace(/\u001B(?!\[[\d;]*m)|[\u0000-\u0008\u000B-\u001A\u001C-\u001F\u007F-\u009F]/g, "\uFFFD");
}
