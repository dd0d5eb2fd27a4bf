import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openMemory } from "../../src/open-memory.ts";
import { CLI, sandbox } from "./habitus.ts";

/**
 * The writer (a hook, in a process of its own), the reader (the library) and the CLI must agree on whose memory a folder belongs to,
 * in every shape that a working directory has.
 */
it("[P6] writer, reader and CLI agree in twelve shapes of working directory", async () => {
  const { env, home, cwd } = sandbox();
  const base = realpathSync(cwd);
  const git = (at: string, ...args: string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "protocol.file.allow=always", ...args],
      {
        cwd: at,
        stdio: "pipe",
      },
    );
  const folder = (...parts: string[]) => {
    const path = join(base, ...parts);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const repository = (name: string) => {
    const path = folder(name);
    git(path, "init", "-q");
    git(path, "commit", "-q", "--allow-empty", "-m", "first");
    return path;
  };

  let sessions = 0;
  /** Where a hook that runs for `at` writes; the folder need not exist. */
  const written = (at: string | undefined): string => {
    sessions += 1;
    const session = `session-${sessions}`;
    const payload = {
      session_id: session,
      hook_event_name: "UserPromptSubmit",
      prompt: "hello",
      ...(at !== undefined && { cwd: at }),
    };
    const call = spawnSync(process.execPath, [CLI, "hook"], {
      cwd: base,
      env,
      input: JSON.stringify(payload),
      encoding: "utf8",
    });
    expect([call.status, call.stdout]).toEqual([0, ""]);
    const projects = join(home, "projects");
    const owner = readdirSync(projects).filter((id) => {
      const log = join(projects, id, "observations");
      return readdirSync(log).some((name) => readFileSync(join(log, name), "utf8").includes(`"${session}"`));
    });
    expect(owner).toHaveLength(1);
    return owner[0]!;
  };
  const read = async (at: string): Promise<string> => {
    const memory = await openMemory({ home, cwd: at, env });
    await memory.close();
    return memory.project.id;
  };
  const told = (at: string): string =>
    JSON.parse(spawnSync(process.execPath, [CLI, "status", "--json"], { cwd: at, env, encoding: "utf8" }).stdout)
      .project.id;
  const agree = async (at: string, exists = true): Promise<string> => {
    const ids = [written(at), await read(at), ...(exists ? [told(at)] : [])];
    expect([at, new Set(ids).size]).toEqual([at, 1]);
    return ids[0]!;
  };

  const app = repository("app");
  const library = repository("library");
  git(app, "worktree", "add", "-q", join(base, "app-feature"), "-b", "feature");
  git(app, "clone", "-q", library, "vendor/nested");
  git(app, "submodule", "add", "-q", library, "sub");
  symlinkSync(app, join(base, "link"));
  const notes = folder("notes");
  const temporary = repository("temporary");

  const id = await agree(app); // 1 root
  expect(await agree(folder("app", "src", "deep"))).toBe(id); // 2 subfolder
  expect(await agree(join(base, "app-feature"))).toBe(id); // 3 work tree
  const submodule = await agree(join(app, "sub")); // 4 submodule
  const nested = await agree(join(app, "vendor", "nested")); // 5 nested clone
  expect(await agree(join(base, "link"))).toBe(id); // 6 symbolic link
  const plain = await agree(notes); // 7 not under git
  git(app, "remote", "add", "origin", "https://code.example.com/team/app.git");
  expect(await agree(app)).toBe(id); // 8 remote added later
  renameSync(app, join(base, "renamed"));
  expect(await agree(join(base, "renamed"))).toBe(id); // 9 renamed
  const before = await agree(temporary);
  rmSync(temporary, { recursive: true });
  expect(await agree(temporary, false)).toBe(before); // 10 deleted
  const homeFolder = await agree(base); // 11 $HOME
  expect(written(undefined)).toBe("unassigned"); // 12 missing
  expect(new Set([id, submodule, nested, plain, homeFolder, before, await agree(library)]).size).toBe(7);
  expect(readdirSync(home)).not.toContain("global");
});
