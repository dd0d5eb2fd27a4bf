import type { Memory } from "../../memory.ts";
import type { Messages } from "./messages/en.ts";
import type { Output, TextSink } from "./output.ts";

/** What the process gives the CLI; tests give their own. */
export interface CliHost {
  env: NodeJS.ProcessEnv;
  cwd(): string;
  stdout: TextSink;
  stderr: TextSink;
}

export interface GlobalOptions {
  home?: string;
  project?: string;
  json?: boolean;
  lang?: string;
}

/** What each command gets. */
export interface CliContext {
  host: CliHost;
  out: Output;
  t: Messages;
  lang: string;
  /** Given by `--home`. */
  home: string | undefined;
  /** Given by `--project`. */
  project: string | undefined;
  /** Opens the memory of the current project; it is closed when the command ends. */
  memory(): Promise<Memory>;
  /** The memory that a folder belongs to; undefined when the person named the project. Closed like the other. */
  memoryOf(folder: string): Promise<Memory> | undefined;
}
