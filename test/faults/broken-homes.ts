import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createNodeLock } from "../../src/adapters/node-lock.ts";
import { openMemory } from "../../src/open-memory.ts";

/** A home in a state in which nobody should be, and the way back. */
export interface BrokenHome {
  home: string;
  /** Anything that must not be left behind. */
  mend(): Promise<void> | void;
}

type Break = (base: string) => Promise<BrokenHome | { skip: string }>;

/** Every state that FAULTS A1 names. Each makes its home below `base`. */
export const BROKEN_HOMES: Readonly<Record<string, Break>> = {
  missing: async (base) => ({ home: join(base, "nowhere"), mend: () => undefined }),
  "a file in its place": async (base) => {
    const home = join(base, "file");
    writeFileSync(home, "not a folder\n");
    return { home, mend: () => undefined };
  },
  "a link to nowhere": async (base) => {
    const home = join(base, "dangling");
    symlinkSync(join(base, "gone"), home);
    return { home, mend: () => undefined };
  },
  "where nobody can make a folder": async () =>
    existsSync("/proc/self") ? { home: "/proc/habitus", mend: () => undefined } : { skip: "there is no /proc here" },
  corrupt: async (base) => {
    const home = await filled(join(base, "corrupt"));
    for (const path of filesBelow(home)) writeFileSync(path, Buffer.from([0xff, 0xfe, 0, 0x7b, 0x22, 0x0a, 0x80]));
    return { home, mend: () => undefined };
  },
  "with settings that are no settings": async (base) => {
    const home = await filled(join(base, "settings"));
    writeFileSync(join(home, "config.yaml"), "advise: [true\n\t- {");
    return { home, mend: () => undefined };
  },
  "with its lock held": async (base) => {
    const home = await filled(join(base, "locked"));
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const folders = [home, ...readdirSync(join(home, "projects")).map((id) => join(home, "projects", id))];
    const taken = folders.map(
      (folder) =>
        new Promise<Promise<void>>((resolve) => {
          const done: Promise<void> = createNodeLock(folder).hold(async () => {
            resolve(done);
            await held;
          });
        }),
    );
    await Promise.all(taken.map(async (each) => void (await Promise.race([each.then(() => undefined), tick()]))));
    return {
      home,
      mend: async () => {
        release();
        await tick();
      },
    };
  },
  "read-only": async (base) => {
    const home = await filled(join(base, "readonly"));
    const mounted = spawnSync("mount", ["--bind", "-o", "ro", home, home]).status === 0;
    if (mounted) spawnSync("mount", ["-o", "remount,bind,ro", home]);
    const immutable = !mounted && spawnSync("chattr", ["-R", "+i", home]).status === 0;
    const mend = () => {
      if (mounted) spawnSync("umount", ["-l", home]);
      if (immutable) spawnSync("chattr", ["-R", "-i", home]);
    };
    if (!isWritable(home)) return { home, mend };
    mend();
    return { skip: "nothing can be made read-only here" };
  },
  full: async (base) => {
    const home = join(base, "full");
    mkdirSync(home);
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", home]).status !== 0)
      return { skip: "no small disk can be mounted here" };
    await filled(home);
    try {
      writeFileSync(join(home, "ballast"), Buffer.alloc(4 << 20));
    } catch {
      // That is what it is for.
    }
    return { home, mend: () => void spawnSync("umount", ["-l", home]) };
  },
};

/** A home with cards and a log in it. */
async function filled(home: string): Promise<string> {
  const memory = await openMemory({ home, cwd: "/home/dev/app" });
  await memory.create({
    id: "greet.check",
    whenToUse: "Changing greet and running the checks",
    title: "Run the checks",
  });
  await memory.create({
    id: "ls.src",
    whenToUse: "Before listing with ls",
    title: "Sources lie in src",
    keywords: ["ls"],
  });
  await memory.learn();
  await memory.close();
  return home;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile());
}

function isWritable(folder: string): boolean {
  const path = join(folder, "probe");
  try {
    writeFileSync(path, "");
    rmSync(path);
    return true;
  } catch {
    return false;
  }
}

const tick = () => new Promise<void>((resolve) => setTimeout(resolve, 50));

/** Ids of processes that have this home on their command line; none where there is no `/proc` to tell. */
export function processesOf(home: string): string[] {
  if (!existsSync("/proc/self/cmdline")) return [];
  return readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && commandLine(pid).includes(home));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(join("/proc", pid, "cmdline"), "utf8");
  } catch {
    // It has ended meanwhile.
    return "";
  }
}
