import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { parse } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { applyInstall, applyUninstall, changesOf } from "../../src/adapters/install/apply.ts";
import { type HostName, hostOf } from "../../src/adapters/install/hosts.ts";
import { type HostPlan, planInstall, planUninstall } from "../../src/adapters/install/plan.ts";
import { readPlugin } from "../../src/adapters/install/plugin-folder.ts";
import { readInstalls } from "../../src/adapters/install/records.ts";
import { removeInstallFiles } from "../../src/adapters/install/remove-home.ts";

/** A9 and A10 of the faults that tools like this have shipped: what `init` and `uninstall` do to files of other people. */

const PLUGIN = join(import.meta.dirname, "..", "..", "plugin");
const EVENTS = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd"];

let base: string;
let home: string;
let env: NodeJS.ProcessEnv;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "habitus-install-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  home = join(base, "habitus");
  env = { HOME: base, PATH: "" };
});

const plugin = () => readPlugin(PLUGIN, home, true);
const pathOf = (host: HostName, index = 0) => hostOf(host, env).files[index] as string;
const SETTINGS = () => pathOf("claude");
const HOOKS = () => pathOf("codex");
const CONFIG = () => pathOf("codex", 1);

function put(path: string, text: string | Buffer): Buffer {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return readFileSync(path);
}

async function install(...names: HostName[]): Promise<HostPlan[]> {
  const installs = await readInstalls(home);
  const plans = [];
  for (const name of names) plans.push(await planInstall(hostOf(name, env), await plugin(), home, installs));
  await applyInstall(plans, await plugin(), home, installs, "2026-11-30T12:00:00.000Z");
  return plans;
}

async function uninstall(...names: HostName[]): Promise<HostPlan[]> {
  const installs = await readInstalls(home);
  const plans = [];
  for (const name of names) plans.push(await planUninstall(hostOf(name, env), await plugin(), home, installs));
  await applyUninstall(plans, home, installs);
  await removeInstallFiles(home, installs);
  return plans;
}

const refusalOf = (plan: HostPlan | undefined) => (plan && "refused" in plan ? plan.refused : undefined);
const foreign = (event: string, at: number) => ({
  matcher: at === 0 ? "*" : "Bash",
  hooks: [{ type: "command", command: `echo ${event} ${at}`, timeout: 7 }],
});
const foreignHooks = Object.fromEntries(EVENTS.map((event) => [event, [0, 1, 2].map((at) => foreign(event, at))]));
const FOREIGN = { model: "sonnet", someKeyOfTheFuture: { deep: [1, null] }, hooks: foreignHooks, env: { A: "비밀" } };

const LAYOUTS: ReadonlyArray<readonly [string, string]> = [
  ["two spaces", JSON.stringify(FOREIGN, null, 2)],
  ["tabs and a last newline", `${JSON.stringify(FOREIGN, null, "\t")}\n`],
  ["CRLF", `${JSON.stringify(FOREIGN, null, 4).replaceAll("\n", "\r\n")}\r\n`],
  ["a byte order mark", `\uFEFF${JSON.stringify(FOREIGN, null, 2)}\n`],
  ["a byte order mark, CRLF and tabs", `\uFEFF${JSON.stringify(FOREIGN, null, "\t").replaceAll("\n", "\r\n")}`],
  ["one line", JSON.stringify(FOREIGN)],
  ["comments and a trailing comma", `// mine\n{\n  /* a */ "model": "x", // why\n  "hooks": {\n  },\n  // last\n}\n`],
  ["an empty object", "{}"],
  ["an empty file", ""],
  ["a file of one newline", "\n"],
];

describe("A9: what others wrote into settings stays", () => {
  describe.each(["claude", "codex"] as const)("of %s", (host) => {
    it.each(LAYOUTS)(
      "[I1] with %s: only our entries come, twice is once, and uninstalling gives the bytes back",
      async (_, text) => {
        const path = pathOf(host);
        const before = put(path, text);
        await install(host);
        const after = readFileSync(path);
        expect(after.equals(before)).toBe(false);
        expect(foreignPart(after, host)).toEqual(foreignPart(before, host));
        expect(after.includes("\r\n")).toBe(before.includes("\r\n"));
        expect(/[^\r]\n/.test(after.toString()) && before.includes("\r\n")).toBe(false);
        expect(after.subarray(0, 3).equals(Buffer.from("\uFEFF"))).toBe(
          before.subarray(0, 3).equals(Buffer.from("\uFEFF")),
        );

        const again = await install(host);
        expect(again.flatMap(changesOf)).toEqual([]);
        expect(readFileSync(path).equals(after)).toBe(true);

        await uninstall(host);
        expect(readFileSync(path).equals(before)).toBe(true);
      },
    );
  });

  it("[I1] a file that was not there is gone afterwards", async () => {
    await install("claude", "codex");
    expect([SETTINGS(), HOOKS(), CONFIG()].map((path) => existsSync(path))).toEqual([true, true, true]);
    expect(statSync(SETTINGS()).mode & 0o777).toBe(0o600);
    await uninstall("claude", "codex");
    expect([SETTINGS(), HOOKS(), CONFIG()].map((path) => existsSync(path))).toEqual([false, false, false]);
    expect(existsSync(home)).toBe(false);
  });

  it("[I2] a link stays a link, and permissions stay", async () => {
    const real = join(base, "dotfiles", "claude.json");
    const before = put(real, JSON.stringify(FOREIGN, null, 2));
    chmodSync(real, 0o640);
    mkdirSync(dirname(SETTINGS()), { recursive: true });
    symlinkSync(real, SETTINGS());
    await install("claude");
    expect(lstatSync(SETTINGS()).isSymbolicLink()).toBe(true);
    expect(parse(readFileSync(real, "utf8")).enabledPlugins).toEqual({ "habitus@habitus": true });
    expect(statSync(real).mode & 0o777).toBe(0o640);
    await uninstall("claude");
    expect(lstatSync(SETTINGS()).isSymbolicLink()).toBe(true);
    expect(readFileSync(real).equals(before)).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o640);
    expect(readdirSync(dirname(real))).toEqual(["claude.json"]);
  });

  it.each([
    ["cut off", '{\n  "model": "x",\n  "hooks": {', 3],
    ["without a comma", '{\n  "a": 1\n  "b": 2\n}', 3],
    ["a list", "[]", 1],
    ["hooks in another shape", '{"hooks": []}', undefined],
    ["plugins in another shape", '{"enabledPlugins": ["x"]}', undefined],
  ])("[I3] a file that is %s is named and left alone", async (_, text, line) => {
    const host = text.includes("enabledPlugins") ? "claude" : "codex";
    const before = put(pathOf(host), text);
    const [plan] = await install(host);
    expect(refusalOf(plan)).toMatchObject({ path: pathOf(host), ...(line !== undefined && { line }) });
    expect(readFileSync(pathOf(host)).equals(before)).toBe(true);
    expect((await readInstalls(home)).hosts).toEqual([]);
  });

  it("[I3] so is one that is read-only, also for root, and one that is not UTF-8", async () => {
    const before = put(SETTINGS(), "{}");
    chmodSync(SETTINGS(), 0o444);
    expect(refusalOf((await install("claude"))[0])?.problem).toContain("read-only");
    expect(readFileSync(SETTINGS()).equals(before)).toBe(true);
    put(HOOKS(), Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));
    expect(refusalOf((await install("codex"))[0])?.problem).toContain("UTF-8");
  });

  it("[I3] one host that is refused does not keep the other from being set up; of one host all files are written or none", async () => {
    put(CONFIG(), "model = \n");
    put(SETTINGS(), "{}");
    const [claude, codex] = await install("claude", "codex");
    expect([refusalOf(claude), refusalOf(codex)?.path, refusalOf(codex)?.line]).toEqual([undefined, CONFIG(), 1]);
    expect(existsSync(HOOKS())).toBe(false);
    expect(parse(readFileSync(SETTINGS(), "utf8")).enabledPlugins).toEqual({ "habitus@habitus": true });
  });

  it("a note says when the host itself cannot read comments", async () => {
    put(SETTINGS(), "{ // mine\n}\n");
    const [plan] = await install("claude");
    expect(plan && "files" in plan && plan.files[0]?.isIgnored).toBe(true);
  });

  it("[I4] nothing is written over what was changed while the question was on screen", async () => {
    put(SETTINGS(), "{}");
    const installs = await readInstalls(home);
    const plan = await planInstall(hostOf("claude", env), await plugin(), home, installs);
    const meanwhile = put(SETTINGS(), '{"model": "opus"}');
    await expect(applyInstall([plan], await plugin(), home, installs, "2026-11-30T12:00:00Z")).rejects.toThrow(
      "meanwhile",
    );
    expect(readFileSync(SETTINGS()).equals(meanwhile)).toBe(true);
  });
});

const TOMLS: ReadonlyArray<readonly [string, string]> = [
  ["nothing", ""],
  [
    "comments and tables",
    '# mine\nmodel = "gpt-5.5"  # why\n\n[mcp_servers.other]\ncommand = "x"\n\n[hooks.state."a:b:0:0"]\ntrusted_hash = "sha256:1"\n',
  ],
  ["CRLF and no last newline", '# mine\r\nmodel = "x"\r\n[tui]\r\ntheme = "y"'],
  ["an array of tables at the end", "[[rules]]\na = 1\n\n[[rules]]\na = 2\n"],
];

describe("A9: Codex's config.toml", () => {
  it.each(TOMLS)("[I1] with %s keeps every byte above ours, and gets them back", async (_, text) => {
    const before = put(CONFIG(), text);
    await install("codex");
    const after = readFileSync(CONFIG(), "utf8");
    expect(after.startsWith(text)).toBe(true);
    const { mcp_servers: servers, ...rest } = parseToml(after) as Record<string, Record<string, unknown>>;
    const { habitus, ...others } = servers as Record<string, unknown>;
    expect(habitus).toMatchObject({ command: "node", args: [join(home, "plugin", "bin", "cli.js"), "mcp"] });
    const { mcp_servers: theirs = {}, ...own } = parseToml(text) as Record<string, Record<string, unknown>>;
    expect([rest, others]).toEqual([own, theirs]);
    expect((await install("codex")).flatMap(changesOf)).toEqual([]);
    await uninstall("codex");
    expect(readFileSync(CONFIG()).equals(before)).toBe(true);
  });

  it("[I5] goes back to what it was also after Codex has rewritten it and added tables of its own", async () => {
    const text = '# mine\r\nmodel = "x"\r\n\r\n[tui]\r\ntheme = "y"\r\n';
    put(CONFIG(), text);
    await install("codex");
    const theirs = '\n[projects."/home/dev/app"]\ntrust_level = "trusted"\n';
    put(CONFIG(), readFileSync(CONFIG(), "utf8").replaceAll("\r\n", "\n") + theirs);
    await uninstall("codex");
    expect(readFileSync(CONFIG(), "utf8")).toBe(text.replaceAll("\r\n", "\n") + theirs);
  });

  it("[I3] a server of that name which is not ours, and a plugin that Codex installed itself, are left alone", async () => {
    put(CONFIG(), 'mcp_servers = { habitus = { command = "theirs" } }\n');
    expect(refusalOf((await install("codex"))[0])?.path).toBe(CONFIG());
    put(CONFIG(), '[plugins."habitus@habitus"]\nenabled = true\n');
    expect(refusalOf((await install("codex"))[0])?.problem).toContain("installed by Codex");
  });

  it("[I6] takes trust that was given in Codex itself out with the hooks, and leaves that of others", async () => {
    put(HOOKS(), JSON.stringify({ hooks: { PreToolUse: [foreign("PreToolUse", 0)] } }));
    await install("codex");
    const theirs = `\n[hooks.state."${HOOKS()}:pre_tool_use:0:0"]\ntrusted_hash = "sha256:theirs"\n`;
    const ours = `\n[hooks.state."${HOOKS()}:pre_tool_use:1:0"]\ntrusted_hash = "sha256:ours"\n`;
    put(CONFIG(), readFileSync(CONFIG(), "utf8") + theirs + ours);
    await uninstall("codex");
    expect(readFileSync(CONFIG(), "utf8").trim()).toBe(theirs.trim());
  });

  it("[I6] keeps trust that was given, and takes it out with the hooks", async () => {
    const before = put(CONFIG(), 'model = "x"\n');
    await install("codex");
    const trust = { [`${HOOKS()}:stop:0:0`]: "sha256:abc" };
    const installs = await readInstalls(home);
    const plan = await planInstall(hostOf("codex", env), await plugin(), home, installs, trust);
    await applyInstall([plan], await plugin(), home, installs, "2026-11-30T12:00:00Z", trust);
    expect(parseToml(readFileSync(CONFIG(), "utf8"))).toMatchObject({
      hooks: { state: { [`${HOOKS()}:stop:0:0`]: { trusted_hash: "sha256:abc" } } },
    });
    expect((await install("codex")).flatMap(changesOf)).toEqual([]);
    put(CONFIG(), `${readFileSync(CONFIG(), "utf8")}\n[tui]\ntheme = "later"\n`);
    await uninstall("codex");
    expect(readFileSync(CONFIG(), "utf8")).toBe('model = "x"\n\n[tui]\ntheme = "later"\n');
    put(CONFIG(), before);
  });
});

describe("A10: uninstalling leaves nothing that points nowhere", () => {
  it("[I5] the user edits one of our hooks and adds a foreign one: the file is the original plus the user's edits, and every line runs", async () => {
    const original = JSON.stringify({ hooks: { Stop: [foreign("Stop", 0)] }, x: 1 }, null, 2);
    put(HOOKS(), original);
    await install("codex");
    const edited = JSON.parse(readFileSync(HOOKS(), "utf8"));
    edited.hooks.SessionEnd[0].hooks[0].timeout = 99;
    edited.hooks.PreToolUse[0].hooks.push({ type: "command", command: "echo added beside ours" });
    edited.hooks.Stop.push(foreign("Stop", 1));
    put(HOOKS(), JSON.stringify(edited, null, 2));
    await uninstall("codex");
    expect(existsSync(join(home, "plugin"))).toBe(false);
    const left = JSON.parse(readFileSync(HOOKS(), "utf8"));
    expect(left).toEqual({
      hooks: {
        Stop: [foreign("Stop", 0), foreign("Stop", 1)],
        // What the user put beside ours stays for the calls that it was for there.
        PreToolUse: [
          {
            matcher: edited.hooks.PreToolUse[0].matcher,
            hooks: [{ type: "command", command: "echo added beside ours" }],
          },
        ],
      },
      x: 1,
    });
    const lines = Object.values(left.hooks as Record<string, ReturnType<typeof foreign>[]>).flatMap((groups) =>
      groups.flatMap(({ hooks }) => hooks.map(({ command }) => command)),
    );
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(run(line)).toBe(0);
  });

  it("[I5] a key that was added in the same file survives word for word", async () => {
    const original = `{\n  "model": "x",\n  "env": {"A": "1"}\n}\n`;
    put(SETTINGS(), original);
    await install("claude");
    const edited = readFileSync(SETTINGS(), "utf8").replace('"model": "x"', '"model": "opus", "verbose": true');
    put(SETTINGS(), edited);
    await uninstall("claude");
    expect(readFileSync(SETTINGS(), "utf8")).toBe(original.replace('"model": "x"', '"model": "opus", "verbose": true'));
  });

  it("[I5] our entry that its user switched off, in a file that the host has laid out anew, goes as well", async () => {
    put(SETTINGS(), '{\t"model": "x" }');
    await install("claude");
    const settings = JSON.parse(readFileSync(SETTINGS(), "utf8"));
    settings.enabledPlugins["habitus@habitus"] = false;
    settings.enabledPlugins["other@market"] = true;
    put(SETTINGS(), JSON.stringify(settings, null, 2));
    await uninstall("claude");
    expect(JSON.parse(readFileSync(SETTINGS(), "utf8"))).toEqual({
      model: "x",
      enabledPlugins: { "other@market": true },
    });
  });

  it("[I5] without a record, entries are known by their name", async () => {
    put(SETTINGS(), '{"model": "x"}');
    put(HOOKS(), JSON.stringify({ hooks: foreignHooks }, null, 1));
    await install("claude", "codex");
    rmSync(join(home, "installs.json"));
    await uninstall("claude", "codex");
    expect(JSON.parse(readFileSync(SETTINGS(), "utf8"))).toEqual({ model: "x" });
    expect(JSON.parse(readFileSync(HOOKS(), "utf8"))).toEqual({ hooks: foreignHooks });
    expect(readFileSync(CONFIG(), "utf8").trim()).toBe("");
  });

  it("[I1] one host can be taken out alone, and the plugin stays for the other", async () => {
    const before = put(SETTINGS(), "{}");
    await install("claude", "codex");
    await uninstall("claude");
    expect(readFileSync(SETTINGS()).equals(before)).toBe(true);
    expect((await readInstalls(home)).hosts.map(({ host }) => host)).toEqual(["codex"]);
    expect(existsSync(join(home, "plugin", ".claude-plugin", "plugin.json"))).toBe(true);
    await uninstall("codex");
    expect(existsSync(HOOKS())).toBe(false);
  });

  it("[I7] a memory that moved: its old entries give way to new ones, and uninstalling still gives the bytes back", async () => {
    const before = put(SETTINGS(), JSON.stringify(FOREIGN, null, 2));
    const hooks = put(HOOKS(), JSON.stringify({ hooks: foreignHooks }, null, 2));
    await install("claude", "codex");
    cpSync(home, join(base, "moved"), { recursive: true });
    rmSync(home, { recursive: true });
    home = join(base, "moved");
    await install("claude", "codex");
    expect(readFileSync(SETTINGS(), "utf8")).toContain(join(base, "moved", "plugin"));
    expect(readFileSync(SETTINGS(), "utf8") + readFileSync(HOOKS(), "utf8")).not.toContain(join(base, "habitus"));
    await uninstall("claude", "codex");
    expect(readFileSync(SETTINGS()).equals(before)).toBe(true);
    expect(readFileSync(HOOKS()).equals(hooks)).toBe(true);
  });

  it("[I7] a package that moved or is gone changes no hook line: hosts run a copy", async () => {
    await install("claude", "codex");
    const written = [SETTINGS(), HOOKS(), CONFIG()].map((path) => readFileSync(path, "utf8")).join("");
    expect(written).not.toContain(PLUGIN);
    for (const [path, bytes] of (await plugin()).files) {
      expect(readFileSync(join(home, "plugin", path)).equals(bytes)).toBe(true);
    }
  });
});

it("[I1] for any settings and any place of the user's own edit, uninstalling gives back the settings with that edit", async () => {
  const keys = fc.constantFrom("a", "hooks", "enabledPlugins", "extraKnownMarketplaces", "한글");
  const objects = fc.dictionary(keys, fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }), {
    maxKeys: 4,
  });
  await fc.assert(
    fc.asyncProperty(
      objects,
      fc.constantFrom("", "  ", "\t"),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      async (value, indent, eol, bom) => {
        const text = `${bom ? "\uFEFF" : ""}${JSON.stringify(value, null, indent).replaceAll("\n", eol)}${eol}`;
        fc.pre(!["enabledPlugins", "extraKnownMarketplaces"].some((key) => "habitus" in (value[key] ?? {})));
        const before = put(SETTINGS(), text);
        await install("claude");
        await uninstall("claude");
        expect(readFileSync(SETTINGS()).equals(before)).toBe(true);
        await install("claude");
        const edit = (now: string) =>
          now.replace("{", `{"mine": 1${Object.keys(value).length > 0 || now !== text ? "," : ""}`);
        put(SETTINGS(), edit(readFileSync(SETTINGS(), "utf8")));
        await uninstall("claude");
        const left = parse(readFileSync(SETTINGS(), "utf8").replace(/^\uFEFF/, ""));
        const { mine, ...rest } = left;
        expect([mine, rest]).toEqual([1, parse(text.replace(/^\uFEFF/, ""))]);
      },
    ),
    { numRuns: 25 },
  );
});

/** All but what is ours, as values. */
function foreignPart(bytes: Buffer, host: HostName): unknown {
  const value = parse(bytes.toString("utf8").replace(/^\uFEFF/, "") || "{}") ?? {};
  if (host === "claude") {
    const { extraKnownMarketplaces: _, enabledPlugins: __, ...rest } = value;
    return rest;
  }
  const hooks = Object.entries(
    (value.hooks ?? {}) as Record<string, Array<{ hooks: Array<{ command?: string; server?: string }> }>>,
  )
    .map(
      ([event, groups]) =>
        [
          event,
          groups.filter(
            ({ hooks }) => !hooks.some(({ server, command }) => server === "habitus" || command?.includes(home)),
          ),
        ] as const,
    )
    .filter(([, groups]) => groups.length > 0);
  return { ...value, hooks: Object.fromEntries(hooks) };
}

function run(line: string): number | null {
  return process.getBuiltinModule("node:child_process").spawnSync(line, { shell: true }).status;
}
