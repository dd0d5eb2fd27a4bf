import type { CliContext } from "../context.ts";

export async function statusCommand({ memory, out, t }: CliContext) {
  const status = await (await memory()).status();
  out.data(status);
  for (const line of t.status(status)) out.line(line);
  for (const problem of status.cards.broken) out.note(t.problem(problem));
}

export async function doctorCommand({ memory, out, t }: CliContext): Promise<number> {
  const findings = await (await memory()).doctor();
  out.data(findings);
  const mark = { ok: out.colors.green("ok"), warning: out.colors.yellow("!!"), error: out.colors.red("XX") };
  for (const { level, what, fix } of findings)
    out.line(`${mark[level]}  ${what}${fix ? `\n    ${t.fix}: ${fix}` : ""}`);
  return findings.some(({ level }) => level === "error") ? 3 : 0;
}
