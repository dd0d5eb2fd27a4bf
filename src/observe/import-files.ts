import { type Importer, type ImportItem, noKnowledge } from "./importer.ts";
import { bfclGoldenImporter, bfclGroundTruthImporter, bfclTasksImporter, bfclToolsImporter } from "./importers/bfcl.ts";
import { habitusCardsImporter, remeCardsImporter } from "./importers/cards.ts";
import { anthropicImporter, openaiImporter } from "./importers/chat-log.ts";
import { claudeCodeImporter } from "./importers/claude-code.ts";
import { codexImporter } from "./importers/codex.ts";
import { geminiImporter } from "./importers/gemini.ts";
import { observationsImporter } from "./importers/observations.ts";
import { opencodeImporter } from "./importers/opencode.ts";
import { otelImporter } from "./importers/otel.ts";
import { remeImporter } from "./importers/reme.ts";
import { tauBenchImporter } from "./importers/tau-bench.ts";
import { takeHead } from "./records.ts";
import { sampleOf } from "./sample.ts";

/** A file as the caller found it. */
export interface ImportFile {
  /** As a person finds it; the last part is its name. */
  path: string;
  /** Its text in pieces, from the beginning each time. */
  open(): AsyncIterable<string>;
}

/** Every format that can be imported, the most telling first: the first one that fits reads the file. */
export const IMPORTERS: readonly Importer[] = [
  habitusCardsImporter,
  remeCardsImporter,
  observationsImporter,
  claudeCodeImporter,
  codexImporter,
  geminiImporter,
  opencodeImporter,
  remeImporter,
  tauBenchImporter,
  bfclGoldenImporter,
  bfclTasksImporter,
  bfclToolsImporter,
  bfclGroundTruthImporter,
  otelImporter,
  anthropicImporter,
  openaiImporter,
];

/**
 * Reads files into trajectories, one at a time. Files that explain others, such as task descriptions, are read first; otherwise the order stays.
 * A file of no known format gives one problem at line 1.
 */
export async function* importFiles(
  files: readonly ImportFile[],
): AsyncIterable<{ path: string; format: string | undefined; item: ImportItem }> {
  const known = noKnowledge();
  const recognised: Array<{ file: ImportFile; importer: Importer | undefined }> = [];
  for (const file of files) recognised.push({ file, importer: await recognise(file) });
  const ordered = [
    ...recognised.filter(({ importer }) => importer?.explains),
    ...recognised.filter(({ importer }) => !importer?.explains),
  ];
  for (const { file, importer } of ordered) {
    const { path } = file;
    if (!importer) {
      yield { path, format: undefined, item: { problem: { path, line: 1, problem: "no known format" } } };
      continue;
    }
    for await (const item of importer.read(file.open(), { path, known })) yield { path, format: importer.name, item };
  }
}

/** @param head  the beginning of a file, {@link HEAD_CHARS} characters or all of it */
export function detectFormat(head: string, fileName: string): Importer | undefined {
  const sample = sampleOf(head, fileName);
  return sample && IMPORTERS.find((importer) => importer.fits(sample));
}

async function recognise(file: ImportFile): Promise<Importer | undefined> {
  const { head, rest } = await takeHead(file.open());
  // Only the head was wanted: let go of the file.
  for await (const _ of rest) break;
  return detectFormat(head, file.path.split(/[\\/]/).at(-1) ?? "");
}
