import { MemoryError } from "../../../errors.ts";
import { closestIds } from "../../../memory/closest-ids.ts";
import type { ToolMemory } from "../../../memory/tool-calls/tool-calls.ts";
import type { CliContext } from "../context.ts";

/** Without names one line for each tool; with names their guidelines. */
export async function toolsCommand({ memory, out, t }: CliContext, names: string[]): Promise<void> {
  const tools = await (await memory()).toolCalls();
  const found = await tools.guidelines(names.length > 0 ? names : undefined);
  const missing = names.filter((name) => !found.some(({ tool }) => tool === name));
  if (missing.length > 0) {
    const close = closestIds(
      missing[0]!,
      (await tools.guidelines()).map(({ tool }) => tool),
    );
    throw new MemoryError(
      "NOT_FOUND",
      `no call of "${missing[0]}" is known`,
      `${close.length > 0 ? `Closest: ${close.join(", ")}. ` : ""}\`habitus tools\` lists those that have a guideline.`,
    );
  }
  out.data({ tools: found.map(({ card, ...rest }) => ({ ...rest, ...(card && { status: card.status }) })) });
  if (found.length === 0) out.line(t.noTools);
  for (const [i, tool] of found.entries()) {
    if (names.length > 0 && i > 0) out.line();
    out.line(`${out.colors.bold(tool.tool)}  ${figures(tool)}`);
    if (names.length === 0) continue;
    if (tool.content !== "") out.line(`\n${tool.content}\n\nid: ${tool.id}`);
    if (tool.held !== undefined) out.note(tool.held);
  }

  function figures({ guide, calls, unread }: ToolMemory): string {
    return t.toolFigures({
      ok: guide?.ok ?? 0,
      calls: guide?.calls ?? 0,
      tasks: guide?.tasks ?? 0,
      failures: guide?.failures.length ?? 0,
      repaired: guide?.failures.filter(({ repair }) => repair).length ?? 0,
      reported: calls.length,
      unread,
    });
  }
}
