import { describe, expect, it } from "vitest";
import { actsOf } from "../../../src/distill/habits/acts.ts";
import type { Json } from "../../../src/model/json.ts";
import type { Step } from "../../../src/model/trajectory.ts";
import { mined, session } from "./sessions.ts";

const step = (tool: string, input: Json, more: Partial<Step> = {}): Step => ({ tool, input, outcome: "ok", ...more });
const bash = (command: string) => step("Bash", { command });
const letters = (each: Step) => actsOf(each).map((acts) => acts.map((act) => act.letters));

describe("what a call did, in letters", () => {
  it.each([
    [step("Grep", { pattern: "total" }), [[["search"]]]],
    [step("Read", { file_path: "/home/me/infra/vpc/main.tf" }), [[["read", "read infra", "read main.tf"]]]],
    [step("read_file", { file_path: "src/cart.test.ts" }), [[["read", "read test", "read src/**/*.test.ts"]]]],
    [
      step("Edit", { file_path: "src/cart.ts", old_string: "a", new_string: "b" }),
      [[["edit", "edit source", "edit src/**/*.ts"]]],
    ],
    [step("mcp__tracker__create_ticket", {}), [[["tool create_ticket"]]]],
    [step("get_ticket", {}), [[["look-up get_ticket"]]]],
    [bash("npm run lint -- --fix 2>&1 | tail -5"), [[["any lint", "$ npm run lint"]]]],
    [bash("npm version patch"), [[["any release", "$ npm version"]]]],
    [
      bash("cd app && git add -A && git commit -m 'words of mine'"),
      [[["any stage", "$ git add"]], [["any commit", "$ git commit"]]],
    ],
    [bash("rg -n 'total' src"), [[["search"]]]],
    [bash("sed -n 1,40p src/cart.ts"), [[["read", "read source", "read src/**/*.ts"]]]],
    [bash("sed -i s/a/b/ src/cart.ts"), [[["edit", "edit source", "edit src/**/*.ts"]]]],
    [bash("cat > notes.md <<'E'\nwords\nE"), [[["create", "create docs", "create *.md"]]]],
    [bash("python -c 'print(1)'"), [[["any run"]]]],
    [bash("cd src; pwd"), []],
  ])("%j", (given, expected) => {
    expect(letters(given)).toEqual(expected);
  });

  it("takes each file of a patch, and nothing of a call that was denied", () => {
    const patch =
      "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** Add File: src/a.test.ts\n+z\n*** End Patch";
    expect(letters(step("apply_patch", patch))).toEqual([
      [
        ["edit", "edit source", "edit src/**/*.ts"],
        ["create", "create test", "create src/**/*.test.ts"],
      ],
    ]);
    expect(letters(step("Edit", { file_path: "a.ts" }, { outcome: "denied" }))).toEqual([]);
  });

  it("[D50] keeps nothing that only one user would say", () => {
    const own = "zanzibar";
    const state = mined([
      session(
        1,
        [
          `read src/${own}/${own}.ts`,
          `edit src/${own}.ts`,
          `write ${own}.${own}`,
          `$ git commit -m '${own}'`,
          `$ grep -rn ${own} .`,
          `$ curl https://${own}.example/${own}`,
          `$ ./${own}.sh ${own}`,
          `$ ${own} --${own}`,
          `$! cat ${own}.txt # cat: ${own}.txt: No such file or directory`,
        ],
        { id: "t", task: "t", session: "s" },
      ),
    ]);
    // A program that nobody knows is a name all the same: its commands can be advice.
    const text = JSON.stringify(state.miners["miner/habits@1"]).replaceAll(`$ ${own}`, "");
    expect(text).not.toContain(own);
    expect(text).toContain("$ git commit");
  });
});
