import { MemoryError } from "../../../errors.ts";
import type { PromoteRequest, PromotionReport } from "../../../memory/promote-run.ts";
import type { Memory } from "../../../memory.ts";
import type { CliContext } from "../context.ts";
import { canAsk, confirm } from "../install/ask.ts";
import type { PromoteMessages } from "../messages/promote/en.ts";
import { loadPromoteMessages } from "../messages/promote/load.ts";
import { reasonsIn } from "../messages/reasons.ts";
import { paintDiff } from "../paint-diff.ts";

interface PromoteOptions {
  name?: string;
  to?: string;
  global?: boolean;
  dryRun?: boolean;
  yes?: boolean;
  undo?: boolean;
}

/** Cards become a skill, or a card of all projects; without ids: what could. */
export async function promoteCommand(context: CliContext, ids: string[], options: PromoteOptions): Promise<number> {
  const { out, lang } = context;
  const t = await loadPromoteMessages(lang);
  const memory = await context.memory();
  if (options.undo) return takeBack(context, memory, ids, t);
  if (ids.length === 0) return suggest(context, memory, t);
  if (options.global && options.to !== undefined)
    throw new MemoryError("INVALID_INPUT", "--global and --to exclude each other");
  const request: PromoteRequest = {
    ...(options.name !== undefined && { name: options.name }),
    ...(options.global ? { to: "global" } : options.to !== undefined && { to: options.to }),
  };
  if (!options.yes || options.dryRun) {
    const planned = await memory.promote(ids, { ...request, dryRun: true });
    if (options.dryRun || out.json || !canAsk(context.host)) {
      out.data({ ...planned, written: false });
      show(context, planned, t);
      out.line(options.dryRun ? t.dryRun : t.needsYes);
      if (!options.dryRun) out.note(t.needsYesHint);
      return options.dryRun ? 0 : 2;
    }
    show(context, planned, t);
    if (!(await confirm(context, t.ask(planned.files[0]?.path ?? planned.name, planned.files.length - 1)))) {
      out.line(t.declined);
      return 0;
    }
  }
  const done = await memory.promote(ids, request);
  out.data({ ...done, written: true });
  if (options.yes) show(context, done, t);
  out.line(t.written(done));
  const inWords = reasonsIn(context.lang);
  for (const { path, listing } of done.files) {
    if (!listing) continue;
    const note = listing.note === undefined ? {} : { note: inWords(listing.note) };
    out.line(t.listed(path, { ...listing, ...note }));
  }
  return 0;
}

function show({ out, lang }: CliContext, { files, short }: PromotionReport, t: PromoteMessages): void {
  // All hosts get the same text: the first is shown, the others are named.
  const [first, ...others] = files;
  if (first) out.line(paintDiff(first.diff, out.colors));
  for (const { path } of others) out.line(out.colors.dim(`= ${path}`));
  for (const what of short) out.line(out.colors.yellow(t.short(reasonsIn(lang)(what))));
}

async function suggest({ out }: CliContext, memory: Memory, t: PromoteMessages): Promise<number> {
  const suggestions = await memory.suggestions();
  out.data(suggestions);
  for (const skill of suggestions.skills) {
    for (const line of t.suggestedSkill(skill)) out.line(line);
    for (const relation of skill.relations) out.line(out.colors.dim(t.related(relation)));
    out.line(t.howToSkill(skill.cards, skill.name));
  }
  for (const global of suggestions.global) {
    out.line(t.suggestedGlobal(global));
    out.line(t.howToGlobal(global.id));
  }
  if (suggestions.skills.length + suggestions.global.length === 0) out.line(t.nothingSuggested);
  return 0;
}

async function takeBack({ out }: CliContext, memory: Memory, keys: string[], t: PromoteMessages): Promise<number> {
  if (keys.length === 0)
    throw new MemoryError("INVALID_INPUT", "nothing was named", "`habitus list --status promoted` shows what is.");
  const reports = [];
  for (const key of keys) reports.push(await memory.demote(key));
  out.data(reports);
  for (const report of reports) for (const line of t.demoted(report)) out.line(line);
  return 0;
}
