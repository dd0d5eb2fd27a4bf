import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actionOf } from "../../src/alphabet/action.ts";
import { actionKey, endedKey } from "../../src/alphabet/action-key.ts";
import type { Json } from "../../src/model/json.ts";
import type { Step } from "../../src/model/trajectory.ts";

function step(tool: string, input: Json, more: Partial<Step> = {}): Step {
  return { tool, input, outcome: "ok", ...more };
}

function key(tool: string, input: Json): string {
  return actionKey(actionOf(step(tool, input)));
}

const PATCH = "*** Begin Patch\n*** Update File: src/greet.js\n@@\n-a\n+b\n*** End Patch\n";

describe("an action", () => {
  it("[O47] is the same letter for the tools of every host", () => {
    const same = (calls: ReadonlyArray<[string, Json]>) => new Set(calls.map(([tool, input]) => key(tool, input)));
    const command = "cd app && npm test 2>&1 | tail -5";
    expect(
      same([
        ["Bash", { command, description: "checks" }],
        ["shell", { command: ["bash", "-lc", command] }],
        ["exec_command", { cmd: command }],
        ["local_shell", { command: ["npm", "test"] }],
        ["bash", { command }],
        ["run_shell_command", { command }],
      ]),
    ).toEqual(new Set(["npm test"]));
    expect(
      same([
        ["Read", { file_path: "/home/dev/app/src/greet.js" }],
        ["read", { filePath: "/home/dev/app/src/greet.js" }],
        ["read_file", { file_path: "src/greet.js" }],
        ["str_replace_editor", { command: "view", path: "/repo/src/greet.js" }],
      ]),
    ).toEqual(new Set(["read src/**/*.js"]));
    expect(
      same([
        ["Edit", { file_path: "/home/dev/app/src/greet.js", old_string: "a", new_string: "b" }],
        ["edit", { filePath: "src/greet.js", oldString: "a", newString: "b" }],
        ["replace", { file_path: "src/greet.js", old_string: "a", new_string: "b", instruction: "greet" }],
        ["apply_patch", PATCH],
        ["apply_patch", { input: PATCH }],
        ["apply_patch", { command: PATCH }],
        ["MultiEdit", { file_path: "src/greet.js", edits: [] }],
      ]),
    ).toEqual(new Set(["edit src/**/*.js"]));
    expect(
      same([
        ["Grep", { pattern: "x" }],
        ["search_file_content", { pattern: "x" }],
        ["grep", { pattern: "x" }],
      ]),
    ).toEqual(new Set(["search"]));
    expect(
      same([
        ["Glob", { pattern: "*" }],
        ["list_directory", { dir_path: "x" }],
        ["list", {}],
      ]),
    ).toEqual(new Set(["list"]));
    expect(
      same([
        ["TodoWrite", {}],
        ["update_plan", {}],
        ["write_todos", {}],
      ]),
    ).toEqual(new Set(["plan"]));
    expect(
      same([
        ["Task", {}],
        ["Agent", {}],
        ["spawn_agent", {}],
      ]),
    ).toEqual(new Set(["agent"]));
    expect(
      same([
        ["WebFetch", {}],
        ["web_search", {}],
        ["google_web_search", {}],
      ]),
    ).toEqual(new Set(["web"]));
    expect(
      same([
        ["mcp__bench__recall", { query: "x" }],
        ["mcp_bench_recall", { query: "y" }],
      ]),
    ).toEqual(new Set(["mcp bench recall"]));
    expect(key("mcp__my_server__get_thing", {})).toBe("mcp my_server get_thing");
    expect(key("place_order", { price: 3 })).toBe("place_order");
    expect(key("echo<|channel|>commentary", {})).toBe("echo");
  });

  it("tells the kinds of edit apart", () => {
    const edit = (tool: string, input: Json, result?: Json) =>
      actionOf(step(tool, input, result === undefined ? {} : { result })).edit;
    expect(edit("Edit", { file_path: "a.ts", old_string: "a", new_string: "b" })).toBe("replace");
    expect(edit("Edit", { file_path: "a.ts", old_string: "a", new_string: "a\nb" })).toBe("extend");
    expect(edit("Edit", { file_path: "a.ts", old_string: "a", new_string: "" })).toBe("remove");
    expect(edit("Edit", { file_path: "a.ts", old_string: "", new_string: "a" })).toBe("create");
    expect(edit("Edit", { file_path: "a.ts", old_string: "a", new_string: "b", replace_all: true })).toBe(
      "replace-all",
    );
    expect(edit("Write", { file_path: "a.ts", content: "x" })).toBe("create");
    expect(edit("Write", { file_path: "a.ts", content: "x" }, { type: "update", filePath: "a.ts" })).toBe("rewrite");
    expect(edit("apply_patch", PATCH)).toBe("patch");
    expect(actionOf(step("str_replace_editor", { command: "view", path: "a.ts" })).kind).toBe("read");
  });

  it("[O43] failed when its exit code says so, whatever the host called it", () => {
    const gemini = actionOf(
      step(
        "run_shell_command",
        { command: "cat x.txt" },
        { result: "Output: cat: x.txt: No such file or directory\nExit Code: 1" },
      ),
    );
    expect(gemini).toMatchObject({ outcome: "error", exit: "failed", error: "cat: *: No such file or directory" });
    const claude = actionOf(
      step("Bash", { command: "npm test" }, { outcome: "error", error: "Exit code 1\n2 tests failed" }),
    );
    expect(claude).toMatchObject({ outcome: "error", exit: "failed", error: "* tests failed" });
    expect(actionOf(step("Bash", { command: "npm test" }, { outcome: "denied" })).outcome).toBe("denied");
    expect(actionOf(step("Bash", { command: "npm test" }, { outcome: "unknown" })).exit).toBeUndefined();
    expect(endedKey(gemini)).toBe('cat *.txt => error "cat: *: No such file or directory"');
  });

  it("[O45] is for what its weightiest command is for", () => {
    const purpose = (command: string) => actionOf(step("Bash", { command })).purpose;
    expect(purpose("cd app && npm ci && npm test | tail")).toBe("test");
    expect(purpose("npm test && git commit -m x")).toBe("commit");
    expect(purpose("ls; cat a.ts; sleep 1")).toBe("list");
    expect(purpose("grep -rn x . | head")).toBe("search");
    expect(purpose("")).toBeUndefined();
  });

  it("[O40] holds no value of a user in its key: no message, path, address, search pattern, text of a file or of an error", () => {
    const word = fc
      .array(fc.constantFrom(..."bdfghjklmnpqrtvwxz"), { minLength: 6, maxLength: 14 })
      .map((letters) => `q${letters.join("")}q`);
    const call = fc.oneof(
      fc
        .tuple(word, word)
        .map(([a, b]) => step("Bash", { command: `git commit -m "${a} ${b}"`, description: `${a} ${b}` })),
      fc
        .tuple(word, word)
        .map(([a, b]) => step("Bash", { command: `cd /home/${a} && grep -rn '${b}' src/${a} | head -3` })),
      fc
        .tuple(word, word)
        .map(([a, b]) => step("Bash", { command: `cat > /srv/${a}/${b}.py <<'EOF'\nimport ${a}\n${b}()\nEOF` })),
      fc
        .tuple(word, word)
        .map(([a, b]) => step("Bash", { command: `TOKEN=${a} curl -H "X: ${b}" https://${a}.example/${b}?x=${a}` })),
      fc
        .tuple(word, word)
        .map(([a, b]) => step("Bash", { command: `node -e "console.log('${a}')" ${b} && ./${a}/${b}.sh ${a}` })),
      fc
        .tuple(word, word)
        .map(([a, b]) => step("shell", { command: ["bash", "-lc", `sed -i 's/${a}/${b}/' ${a}/${b}.ts`] })),
      fc.tuple(word, word).map(([a, b]) => step("Bash", { command: `docker run --rm -e K=${a} ${b}/img echo ${a}` })),
      fc
        .tuple(word, word)
        .map(([a, b]) => step("Bash", { command: `psql -c "select ${a} from ${b}"; ssh ${a}@${b} 'rm ${a}'` })),
      fc.tuple(word, word).map(([a, b]) => step("Read", { file_path: `/home/${a}/${b}.ts` })),
      fc
        .tuple(word, word)
        .map(([a, b]) => step("Edit", { file_path: `${a}/${b}_test.go`, old_string: a, new_string: b })),
      fc.tuple(word, word).map(([a, b]) => step("Write", { file_path: `/x/${a}.${b}`, content: a })),
      fc.tuple(word, word).map(([a, b]) => step("Grep", { pattern: a, path: `/home/${b}` })),
      fc.tuple(word, word).map(([a, b]) => step("Task", { description: a, prompt: b })),
      fc.tuple(word, word).map(([a, b]) => step("mcp__bench__recall", { query: `${a} ${b}` })),
      fc
        .tuple(word, word)
        .map(([a, b]) => step("apply_patch", `*** Begin Patch\n*** Update File: ${a}/${b}.py\n@@ ${a}\n+${b}\n`)),
    );
    const end = fc.oneof(
      fc.constant({}),
      word.map(
        (a): Partial<Step> => ({
          outcome: "error",
          error: `Exit code 1\ncat: /home/${a}/x: No such file or directory`,
        }),
      ),
      word.map((a): Partial<Step> => ({ outcome: "error", error: `Error: cannot open '${a}'` })),
      word.map((a): Partial<Step> => ({ result: { stdout: a, stderr: a } })),
    );
    fc.assert(
      fc.property(call, end, (base, more) => {
        const key = endedKey(actionOf({ ...base, ...more }));
        expect(key).not.toMatch(/q[bdfghjklmnpqrtvwxz]{6,14}q/);
        expect(key).not.toContain("\n");
      }),
      { numRuns: 1500, seed: 20261130 },
    );
  });

  it("[O41] takes any input without throwing, with a key of at most 240 characters", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("Bash", "Edit", "Read", "apply_patch", "Write", "Grep", "x"),
        fc.jsonValue(),
        fc.jsonValue(),
        (tool, input, result) => {
          const action = actionOf(step(tool, input as Json, { result: result as Json, outcome: "error" }));
          expect(actionKey(action).length).toBeLessThanOrEqual(240);
        },
      ),
      { numRuns: 1000, seed: 3 },
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (command) => {
        expect(actionKey(actionOf(step("Bash", { command }))).length).toBeLessThanOrEqual(240);
      }),
      { numRuns: 1000, seed: 4 },
    );
  });

  it("[O41] of a megabyte of text is found in bounded work", () => {
    const body = `cat > a.py <<'EOF'\n${"print('x')\n".repeat(100_000)}EOF\n`;
    expect(actionKey(actionOf(step("Bash", { command: body })))).toBe("cat *.py");
    expect(actionKey(actionOf(step("Write", { file_path: "a.py", content: body })))).toBe("create *.py");
    const words = Array.from({ length: 200_000 }, (_, index) => `w${index}`);
    expect(actionKey(actionOf(step("shell", { command: words })))).toMatch(/^w0/);
  });
});
