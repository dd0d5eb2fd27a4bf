import type { Step, Trajectory } from "../../src/model/trajectory.ts";

/**
 * The transcript that Claude Code would have kept of a session: one record a line, one record for each block of an answer, results in the
 * user's place, two seconds a record.
 * @param cwd  the folder that the session ran in
 */
export function toClaudeTranscript(trajectory: Trajectory, cwd: string): string {
  const lines: string[] = [];
  let atMs = Date.parse(trajectory.started ?? "2026-10-01T09:00:00.000Z");
  let parent: string | null = null;
  const write = (record: Record<string, unknown>) => {
    atMs += 2_000;
    const uuid = `${trajectory.session}-${lines.length}`;
    const common = { parentUuid: parent, isSidechain: false, cwd, sessionId: trajectory.session, version: "2.1.197" };
    lines.push(JSON.stringify({ ...common, ...record, uuid, timestamp: new Date(atMs).toISOString() }));
    parent = uuid;
  };
  trajectory.turns.forEach(({ user, steps }, turn) => {
    if (user !== "") write({ type: "user", promptSource: "typed", message: { role: "user", content: user } });
    for (const batch of batches(steps)) {
      const id = `msg_${trajectory.session}_${turn}_${batch[0]?.call}`;
      for (const step of batch) {
        const block = { type: "tool_use", id: callId(trajectory, step), name: step.tool, input: step.input };
        write({ type: "assistant", message: { id, role: "assistant", model: "generated", content: [block] } });
      }
      for (const step of batch) write({ type: "user", ...resultOf(step, callId(trajectory, step)) });
    }
    const text = { type: "text", text: "Done." };
    write({
      type: "assistant",
      message: { id: `msg_${trajectory.session}_${turn}`, role: "assistant", content: [text] },
    });
  });
  return `${lines.join("\n")}\n`;
}

/** Calls of one message, in order. */
function batches(steps: readonly Step[]): Step[][] {
  const found = new Map<number, Step[]>();
  for (const step of steps) {
    const batch = step.batch ?? -1;
    found.set(batch, [...(found.get(batch) ?? []), step]);
  }
  return [...found.values()];
}

function callId(trajectory: Trajectory, step: Step): string {
  return `toolu_${trajectory.session}_${step.call}`;
}

function resultOf(step: Step, id: string): Record<string, unknown> {
  const text = typeof step.result === "string" ? step.result : JSON.stringify(step.result ?? "");
  if (step.error !== undefined) {
    const block = { type: "tool_result", tool_use_id: id, content: step.error, is_error: true };
    return { message: { role: "user", content: [block] }, toolUseResult: `Error: ${step.error}` };
  }
  const block = { type: "tool_result", tool_use_id: id, content: text };
  return {
    message: { role: "user", content: [block] },
    ...(typeof step.result === "object" && { toolUseResult: step.result }),
  };
}
