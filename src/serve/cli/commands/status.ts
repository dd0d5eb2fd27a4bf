import type { CliContext } from "../context.ts";
import { loadPromoteMessages } from "../messages/promote/load.ts";

export async function statusCommand({ memory, out, t, lang }: CliContext) {
  const status = await (await memory()).status();
  out.data(status);
  for (const line of t.status(status)) out.line(line);
  if (status.models) out.line(t.models(status.models));
  const say = await loadPromoteMessages(lang);
  const { suggested, conflicts, leftSkills } = status;
  if (suggested.skills.length + suggested.global.length > 0)
    out.line(say.suggested(suggested.skills.length, suggested.global.length));
  for (const conflict of conflicts) out.line(say.conflict(conflict));
  for (const path of leftSkills) out.line(say.leftSkill(path));
  for (const problem of status.cards.broken) out.note(t.problem(problem));
}
