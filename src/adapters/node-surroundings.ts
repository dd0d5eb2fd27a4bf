import { existsSync, readFileSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import type { Surroundings } from "../ports.ts";

/** The project's own folder on this disk. Manifests are read once. */
export function createNodeSurroundings(root: string): Surroundings {
  let majors: Map<string, number> | undefined;
  return {
    exists: async (path) => {
      // A folder that is not mounted now says nothing about what is in it.
      if (isAbsolute(path) || !isFolder(root)) return undefined;
      const inside = relative(root, resolve(root, path));
      return inside.startsWith("..") || isAbsolute(inside) ? undefined : existsSync(join(root, inside));
    },
    majorOf: async (name) => {
      majors ??= new Map([...pythonMajors(root), ...packageMajors(root)]);
      return majors.get(name.toLowerCase());
    },
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Dependencies and engines of `package.json`. */
function packageMajors(root: string): Array<[string, number]> {
  const text = readText(join(root, "package.json"));
  if (text === undefined) return [];
  try {
    const manifest = JSON.parse(text) as Record<string, unknown>;
    return ["peerDependencies", "devDependencies", "dependencies", "engines"].flatMap((part) =>
      Object.entries((manifest[part] ?? {}) as Record<string, unknown>).flatMap(([name, range]) => entry(name, range)),
    );
  } catch {
    // A manifest that is being edited: its versions are not known now.
    return [];
  }
}

/** Lines such as `django==4.2` and `django>=4.2,<5` of `requirements.txt`; a range over several majors says nothing. */
function pythonMajors(root: string): Array<[string, number]> {
  const lines = readText(join(root, "requirements.txt"))?.split("\n") ?? [];
  return lines.flatMap((line) => {
    const match = /^([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*(?:==|~=)\s*(\d+)/.exec(line.trim());
    return match ? [[match[1]!.toLowerCase(), Number(match[2])] as [string, number]] : [];
  });
}

/** `^14.1.0`, `~14`, `14.x`, `v14`; `>=14` and `*` allow any later one and say nothing. */
function entry(name: string, range: unknown): Array<[string, number]> {
  const match = typeof range === "string" ? /^[\^~=v]*(\d+)(?:\.[\dx*]+)*(?:-[\w.]+)?$/.exec(range.trim()) : null;
  return match ? [[name.toLowerCase(), Number(match[1])]] : [];
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // No such manifest: nothing is known from it.
    return undefined;
  }
}
