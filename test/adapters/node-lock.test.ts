import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { createNodeLock } from "../../src/adapters/node-lock.ts";
import { lifeOf, ownMark, type ProcessMark, parseMark } from "../../src/adapters/process-life.ts";
import { describeLock } from "../conformance/lock.ts";
import { canMountDisks, mountSmallDisk, scratchFolder } from "../conformance/scratch.ts";

const HOUR_AGO = new Date(Date.now() - 3_600_000);

describeLock("node", (holders) => {
  const project = scratchFolder();
  return Array.from({ length: holders }, () => createNodeLock(project));
});

/** A lock that was taken by the process of this mark, which never gave it back. */
async function leftBy(mark: Partial<ProcessMark>): Promise<{ project: string; owner: string }> {
  const project = scratchFolder();
  const held = join(project, "lock", "7");
  mkdirSync(held, { recursive: true });
  const owner = join(held, "owner.json");
  writeFileSync(owner, JSON.stringify({ ...(await ownMark()), ...mark }));
  return { project, owner };
}

/** What a process of this machine would say of itself. */
async function markOf(pid: number): Promise<ProcessMark> {
  const mark = await ownMark();
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8") : "";
  const start = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  return { ...mark, pid, start, sinceMs: Date.now() };
}

/** The number of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

describe("the lock on disk", () => {
  it("[S14] is taken over when its owner has died", async () => {
    const { project } = await leftBy({ pid: deadPid() });
    expect(await createNodeLock(project).hold(async () => "taken", { waitMs: 0 })).toBe("taken");
    expect(readdirSync(join(project, "lock"))).toEqual(["8"]);
  });

  it("[S14] is taken over when another process has its owner's number now", async () => {
    const { project } = await leftBy({ pid: process.ppid, start: "1", sinceMs: 0 });
    expect(await createNodeLock(project).hold(async () => "taken", { waitMs: 0 })).toBe("taken");
  });

  it("[S14] is taken over when the machine was started again since", async () => {
    const { project } = await leftBy({ boot: "another", pid: process.ppid });
    expect(await createNodeLock(project).hold(async () => "taken", { waitMs: 0 })).toBe("taken");
  });

  it("[S14] is respected while its owner lives", async () => {
    const { project } = await leftBy({});
    await expect(createNodeLock(project).hold(async () => "taken", { waitMs: 50 })).rejects.toMatchObject({
      code: "STORE_BUSY",
      message: expect.stringContaining(String(process.pid)),
    });
  });

  it("is respected when its owner runs where nobody here can look, until it has been silent for long", async () => {
    const { project, owner } = await leftBy({ space: "pid:[1]", pid: deadPid() });
    await expect(createNodeLock(project).hold(async () => "taken", { waitMs: 50 })).rejects.toMatchObject({
      code: "STORE_BUSY",
    });
    utimesSync(owner, HOUR_AGO, HOUR_AGO);
    expect(await createNodeLock(project).hold(async () => "taken", { waitMs: 0 })).toBe("taken");
  });

  it.each(["", "{", "{}", '{"pid":"x"}'])("is not held by an owner that says %j", async (text) => {
    const { project, owner } = await leftBy({});
    writeFileSync(owner, text);
    expect(await createNodeLock(project).hold(async () => "taken", { waitMs: 0 })).toBe("taken");
  });

  it("is not stuck by what a power cut left of it", async () => {
    const project = scratchFolder();
    const held = join(project, "lock", "3");
    mkdirSync(held, { recursive: true });
    await expect(createNodeLock(project).hold(async () => "taken", { waitMs: 20 })).rejects.toMatchObject({
      code: "STORE_BUSY",
    });
    utimesSync(held, HOUR_AGO, HOUR_AGO);
    expect(await createNodeLock(project).hold(async () => "taken", { waitMs: 0 })).toBe("taken");
  });

  it("[S14] is not stuck by that when the clock was set back since", async () => {
    const project = scratchFolder();
    const held = join(project, "lock", "3");
    mkdirSync(held, { recursive: true });
    const tomorrow = new Date(Date.now() + 86_400_000);
    utimesSync(held, tomorrow, tomorrow);
    expect(await createNodeLock(project).hold(async () => "taken", { waitMs: 0 })).toBe("taken");
  });

  it.skipIf(process.platform === "win32")(
    "[S14] is taken over from a process that has ended and that its parent has forgotten",
    async () => {
      const script = 'sh -c "echo \\$\\$; exec sleep 30" & exec sleep 30';
      const parent = spawn("sh", ["-c", script], { stdio: ["ignore", "pipe", "inherit"] });
      onTestFinished(() => void parent.kill("SIGKILL"));
      const pid = await new Promise<number>((resolve) => {
        parent.stdout.once("data", (text: Buffer) => resolve(Number(text.toString())));
      });
      const before = await markOf(pid);
      expect(await lifeOf(before)).toBe("alive");
      expect(await lifeOf({ ...before, start: "" })).toBe("alive"); // as where there is no /proc
      process.kill(pid, "SIGKILL");
      while ((await lifeOf(before)) === "alive") await sleep(5);
      process.kill(pid, 0); // its number is still taken
      expect(await lifeOf({ ...before, start: "" })).toBe("dead");
      const { project } = await leftBy(before);
      expect(await createNodeLock(project).hold(async () => "taken", { waitMs: 0 })).toBe("taken");
    },
  );

  it("clears away what processes left that died before they could take it", async () => {
    const project = scratchFolder();
    const draft = join(project, "lock", ".draft-1-old");
    mkdirSync(draft, { recursive: true });
    utimesSync(draft, HOUR_AGO, HOUR_AGO);
    await createNodeLock(project).hold(async () => undefined);
    expect(existsSync(draft)).toBe(false);
  });

  it("does not grow", async () => {
    const project = scratchFolder();
    const lock = createNodeLock(project);
    for (let n = 0; n < 20; n += 1) await lock.hold(async () => undefined);
    expect(readdirSync(join(project, "lock"))).toEqual(["20"]);
  });

  it("says what helps where it cannot be", async () => {
    const project = scratchFolder();
    writeFileSync(join(project, "lock"), "a file");
    await expect(createNodeLock(project).hold(async () => undefined)).rejects.toMatchObject({
      code: "STORE_BUSY",
      hint: expect.stringContaining("not a folder"),
    });
  });
});

describe("a lock on a small disk", () => {
  const withDisk = canMountDisks() ? it : it.skip;

  withDisk("says that the disk is read-only, not that something is missing", async () => {
    const disk = mountSmallDisk("256k")!;
    onTestFinished(() => disk.unmount());
    await createNodeLock(disk.folder).hold(async () => undefined);
    if (!disk.makeReadOnly()) return;
    await expect(createNodeLock(disk.folder).hold(async () => undefined)).rejects.toMatchObject({
      code: "STORE_BUSY",
      hint: expect.stringContaining("read-only"),
    });
  });
});

describe.skipIf(!canMountDisks())("a lock on a disk that fails when it is to be given back", () => {
  it("[S14] is given back where no file can be made any more", async () => {
    const disk = mountSmallDisk("64k,nr_inodes=20")!;
    onTestFinished(() => disk.unmount());
    const lock = createNodeLock(disk.folder);
    await lock.hold(async () => {
      for (let n = 0; n < 10_000; n += 1) {
        try {
          writeFileSync(join(disk.folder, `filler-${n}`), "");
        } catch {
          break; // no file can be made any more, as intended
        }
      }
    });
    for (const name of readdirSync(disk.folder)) if (name.startsWith("filler")) rmSync(join(disk.folder, name));
    expect(await lock.hold(async () => "free", { waitMs: 0 })).toBe("free");
  });

  it("[S14] is taken also where a number that was used up cannot be removed", async () => {
    const project = scratchFolder();
    const usedUp = join(project, "lock", "5");
    for (const folder of [usedUp, join(project, "lock", "6")]) mkdirSync(folder, { recursive: true });
    const disk = mountSmallDisk("64k", usedUp)!;
    onTestFinished(() => disk.unmount());
    writeFileSync(join(usedUp, "released"), "");
    writeFileSync(join(project, "lock", "6", "released"), "");
    const lock = createNodeLock(project);
    expect(await lock.hold(async () => "taken", { waitMs: 0 })).toBe("taken");
    expect(await lock.hold(async () => "again", { waitMs: 0 })).toBe("again");
  });

  it("[S14] is given back when the disk can be written again", async () => {
    const disk = mountSmallDisk("256k")!;
    onTestFinished(() => disk.unmount());
    const lock = createNodeLock(disk.folder);
    const held = lock.hold(async () => void disk.makeReadOnly());
    await expect(held).rejects.toMatchObject({ code: "STORE_BUSY", hint: expect.stringContaining("read-only") });
    disk.makeWritable();
    expect(await lock.hold(async () => "free", { waitMs: 60_000 })).toBe("free");
  });
});

describe("the mark of a process", () => {
  it("tells this process from all others", async () => {
    const mark = await ownMark();
    expect(await lifeOf(mark)).toBe("alive");
    expect(await lifeOf({ ...mark, start: `${mark.start}1`, sinceMs: 0 })).toBe("dead");
    expect(await lifeOf({ ...mark, pid: deadPid() })).toBe("dead");
    expect(await lifeOf({ ...mark, boot: "another", host: "another" })).toBe("foreign");
    expect(parseMark(JSON.parse(JSON.stringify(mark)))).toEqual(mark);
  });

  it.each([
    null,
    1,
    [],
    {},
    { pid: 0 },
    { pid: 1.5, sinceMs: 0, start: "", boot: "", space: "", host: "" },
    { pid: 1, sinceMs: 0, start: 1, boot: "", space: "", host: "" },
  ])("is not %j", (value) => {
    expect(parseMark(value)).toBeUndefined();
  });
});
