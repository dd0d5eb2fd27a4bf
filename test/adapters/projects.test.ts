import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { normalRemote } from "../../src/adapters/git-folder.ts";
import { identifyProject } from "../../src/adapters/projects.ts";

let base: string;
let home: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "habitus-projects-")));
  home = join(base, "home");
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
});

const git = (cwd: string, ...args: string[]) =>
  execFileSync(
    "git",
    ["-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "protocol.file.allow=always", ...args],
    { cwd, stdio: "pipe" },
  );
const folder = (...parts: string[]) => {
  const path = join(base, ...parts);
  mkdirSync(path, { recursive: true });
  return path;
};
const repository = (...parts: string[]) => {
  const path = folder(...parts);
  git(path, "init", "-q");
  git(path, "commit", "-q", "--allow-empty", "-m", "first");
  return path;
};
const idOf = async (cwd: string, name?: string) => (await identifyProject(home, cwd, name)).id;

describe("whose memory a folder belongs to", () => {
  it("[P1] is one project for a repository's root, subfolder, linked work tree, and a symbolic link to it", async () => {
    const root = repository("app");
    const sub = folder("app", "src", "deep");
    git(root, "worktree", "add", "-q", join(base, "app-feature"), "-b", "feature");
    symlinkSync(root, join(base, "link"));
    const id = await idOf(root);
    expect(id).toMatch(/^app-[0-9a-f]{8}$/);
    expect(await idOf(sub)).toBe(id);
    expect(await idOf(join(base, "app-feature"))).toBe(id);
    expect(await idOf(join(base, "link", "src"))).toBe(id);
  });

  it("[P2] is another project for a nested clone and for a submodule", async () => {
    const root = repository("app");
    const other = repository("library");
    git(root, "clone", "-q", other, "vendor/nested");
    git(root, "submodule", "add", "-q", other, "sub");
    const ids = [
      await idOf(root),
      await idOf(join(root, "vendor", "nested")),
      await idOf(join(root, "sub")),
      await idOf(other),
    ];
    expect(new Set(ids).size).toBe(4);
  });

  it("[P3] stays when a remote is added later, spelled otherwise, or the folder is renamed", async () => {
    const root = repository("app");
    const id = await idOf(root);
    git(root, "remote", "add", "origin", "https://code.example.com/team/app.git");
    expect(await idOf(root)).toBe(id);
    git(root, "remote", "set-url", "origin", "git@code.example.com:team/app");
    expect(await idOf(root)).toBe(id);
    renameSync(root, join(base, "renamed"));
    expect(await idOf(join(base, "renamed"))).toBe(id);
  });

  it("[P4] is shared by two clones of one remote, but never by folders that only have the same name", async () => {
    const first = repository("a", "app");
    const second = repository("b", "app");
    expect(await idOf(first)).not.toBe(await idOf(second));
    const third = repository("c", "app");
    git(first, "remote", "add", "origin", "https://code.example.com/team/app.git");
    git(third, "remote", "add", "origin", "ssh://git@code.example.com:22/team/app.git");
    const id = await idOf(first);
    expect(await idOf(third)).toBe(id);
    git(second, "remote", "add", "origin", "https://code.example.com/team/app.git");
    expect(await idOf(second)).not.toBe(id);
  });

  it("[P5] outside of git is the folder, or the nearest known one above it, also when it is gone", async () => {
    const notes = folder("notes");
    const id = await idOf(notes);
    expect(await idOf(folder("notes", "2026"))).toBe(id);
    expect(await idOf(folder("elsewhere"))).not.toBe(id);
    rmSync(notes, { recursive: true });
    expect(await idOf(notes)).toBe(id);
    expect(await idOf(join(notes, "gone"))).toBe(id);
  });

  it("can be named by hand, by name or by id, from anywhere", async () => {
    const id = await idOf(folder("x"), "결제 서비스");
    expect(await idOf(folder("y"), "결제 서비스")).toBe(id);
    expect(await idOf(folder("y"), id)).toBe(id);
    expect(await idOf(folder("y"), "other")).not.toBe(id);
  });

  it("is refused by a name that several folders share, with the ids that tell them apart", async () => {
    const [one, two] = [folder("a", "shop"), folder("b", "shop")];
    const ids = [await idOf(one), await idOf(two)];
    const failed = await idOf(folder("y"), "shop").catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: "INVALID_INPUT", hint: expect.stringContaining("id") });
    for (const text of [...ids, one, two]) expect((failed as Error).message).toContain(text);
    expect(await idOf(folder("y"), ids[1])).toBe(ids[1]);
  });

  it("goes by the name that was given by hand, whatever folders are called", async () => {
    const byHand = await idOf(folder("y"), "shop");
    const ids = [await idOf(folder("a", "shop")), await idOf(folder("b", "shop"))];
    expect(new Set([byHand, ...ids]).size).toBe(3);
    expect(await idOf(folder("z"), "shop")).toBe(byHand);
  });

  it("is the same for fifty processes that meet a new project at once", async () => {
    const root = repository("busy");
    const ids = await Promise.all(Array.from({ length: 50 }, () => idOf(root)));
    expect(new Set(ids).size).toBe(1);
  });

  it("names a registry that cannot be read instead of starting a second memory", async () => {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "projects.json"), "{ half");
    await expect(idOf(repository("app"))).rejects.toThrow(/projects\.json/);
    writeFileSync(join(home, "projects.json"), '{"v": 99, "projects": []}');
    await expect(idOf(join(base, "app"))).rejects.toMatchObject({ code: "STORE_TOO_NEW" });
  });
});

it("spells one remote alike, and takes no folder for a remote", () => {
  const one = [
    "git@h.example:a/b.git",
    "ssh://git@h.example:22/a/b",
    "https://user:pw@H.example/a/b.git",
    "git://h.example/a/b/",
  ];
  expect(new Set(one.map(normalRemote))).toEqual(new Set(["h.example/a/b"]));
  for (const path of ["/srv/git/b.git", "../b", "file:///srv/b", "C:\\code\\b", "C:/code/b"])
    expect(normalRemote(path)).toBeUndefined();
});
