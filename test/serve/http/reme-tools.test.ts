import { describe, expect, it } from "vitest";
import { appOf } from "./app-of.ts";

const search = (n: number, more: Record<string, unknown> = {}) => ({
  create_time: "2026-11-02 09:00:00",
  tool_name: "web_search",
  input: { query: `question number ${n}`, max_results: 10 },
  output: `Found ${n + 3} results about question number ${n}.`,
  token_cost: 100 + n,
  success: true,
  time_cost: 1.5,
  ...more,
});
const failing = (n: number) =>
  search(n, {
    input: { query: `question number ${n}`, max_results: 100 },
    output: "Error: max_results must not be above 50",
    success: false,
    time_cost: 0.5,
  });

describe("ReMe's tool memory over HTTP", () => {
  it("[K7] takes calls, makes a guideline of them and hands it back by the exact name", async () => {
    const { send } = appOf({ open: true });
    const workspace_id = "bench";
    const calls = [...Array.from({ length: 8 }, (_, n) => search(n)), failing(1), failing(2), failing(3)];
    const added = await send("POST", "/add_tool_call_result", { workspace_id, tool_call_results: calls });
    expect(added.status).toBe(200);
    expect(added.json.success).toBe(true);
    expect(added.json.metadata).toMatchObject({
      deleted_memory_ids: [],
      validation_stats: { total_input: 11, valid: 11, filtered: 0 },
      deduplication_stats: { total_new: 11, deduplicated: 0, added: 11 },
    });
    const [record] = added.json.metadata.memory_list;
    expect(record).toMatchObject({
      workspace_id,
      memory_id: "tool.web-search",
      memory_type: "tool",
      when_to_use: "web_search",
      content: "",
    });
    expect(record.tool_call_results).toHaveLength(11);
    expect(record.tool_call_results[0]).toMatchObject({
      ...search(0),
      is_summarized: false,
      call_hash: expect.stringMatching(/^[0-9a-f]{32}$/),
    });

    const before = await send("POST", "/retrieve_tool_memory", { workspace_id, tool_names: "search" });
    expect(before.json).toMatchObject({ answer: "No matching tool memories found", success: false });

    const summary = await send("POST", "/summary_tool_memory", { workspace_id, tool_names: "web_search,nothing" });
    expect(summary.json.success).toBe(true);
    expect(summary.json.answer).toMatch(/^Processed 1 tool\(s\): 1 summarized, 0 skipped/);
    const again = await send("POST", "/summary_tool_memory", { workspace_id, tool_names: ["web_search"] });
    expect(again.json.answer).toMatch(/^Processed 1 tool\(s\): 0 summarized, 1 skipped/);

    const got = await send("POST", "/retrieve_tool_memory", { workspace_id, tool_names: "web_search" });
    expect(got.json.answer).toContain("Tool: web_search");
    expect(got.json.answer).toContain("8 of 11 calls succeeded (73 %), in 11 tasks");
    expect(got.json.answer).toContain("- **Success Rate**: 72.73%\n- **Average Time Cost**: 1.227s");
    const [memory] = got.json.metadata.memory_list;
    expect(memory.memory_id).toBe("tool.web-search");
    expect(memory.tool_call_results.every((call: { is_summarized: boolean }) => call.is_summarized)).toBe(true);
    // The guideline is a card of the workspace, of ReMe's other type, and no answer to a task.
    const { json: listed } = await send("POST", "/vector_store", { workspace_id, action: "list" });
    expect(listed.metadata.memory_list).toMatchObject([{ memory_id: "tool.web-search", memory_type: "tool" }]);
    const task = await send("POST", "/retrieve_task_memory", {
      workspace_id,
      query: "web_search is about to be called",
    });
    expect(task.json.metadata.memory_list).toEqual([]);
    const elsewhere = await send("POST", "/retrieve_tool_memory", { workspace_id: "other", tool_names: "web_search" });
    expect(elsewhere.json.success).toBe(false);
  });

  it("[K7] drops what is empty, knows what it was told before, and lets one bad call spoil no other", async () => {
    const { send } = appOf({ open: true });
    const first = await send("POST", "/add_tool_call_result", { tool_call_results: [search(1), search(2), search(1)] });
    expect(first.json.metadata.deduplication_stats).toEqual({ total_new: 3, deduplicated: 1, added: 2 });
    const second = await send("POST", "/add_tool_call_result", {
      tool_call_results: [
        search(2),
        search(3),
        search(4, { output: "" }),
        search(4, { input: {} }),
        search(4, { tool_name: "" }),
        search(4, { time_cost: "long" }),
        7,
      ],
    });
    expect(second.json.metadata).toMatchObject({
      deleted_memory_ids: ["tool.web-search"],
      validation_stats: { total_input: 7, valid: 2, filtered: 5 },
      deduplication_stats: { total_new: 2, deduplicated: 1, added: 1 },
    });
    expect(second.json.metadata.memory_list[0].tool_call_results).toHaveLength(3);
    expect(second.json.metadata.dropped.map(({ at }: { at: number }) => at).sort()).toEqual([2, 3, 4, 5, 6]);
    const none = await send("POST", "/add_tool_call_result", { tool_call_results: [search(4, { output: " " })] });
    expect(none.json).toMatchObject({
      success: false,
      answer: "All 1 tool_call_results were invalid and filtered out",
    });
    expect((await send("POST", "/add_tool_call_result", {})).json.success).toBe(false);
    expect((await send("POST", "/summary_tool_memory", { tool_names: "" })).json).toMatchObject({
      answer: "tool_names is required",
      success: false,
    });
  });
});
