import { lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";

/** The part of Node's loader that is changed here. Its name has stood since Node 0.x, and Node 20 will not change any more. */
interface Loader {
  prototype: { _compile(this: LoadedModule, code: string, path: string): unknown };
}
interface LoadedModule {
  exports: unknown;
}

/** The build puts a hash of the content into these names, so that an equal name means equal code. */
const BUNDLE = /-[\w-]{8}\.js$/;
/** Less is compiled sooner than its compiled form is found. Characters. */
const WORTH_KEEPING = 8_000;
/** As Node puts it around a module. */
const WRAPPER = "(function (exports, require, module, __filename, __dirname) { ";

/**
 * Keeps what V8 made of our bundles for the next start, as Node does by itself from 22.1 on; for Node 20, and to be deleted with it.
 * Like there, it lies in the folder for temporary files. It is used only while that folder is its owner's alone, because compiled
 * code is run without a question; and only where it is whole, because V8 ends the process over damaged data.
 *
 * @param folder  where the bundles lie
 */
export function keepCompiled(folder: string): void {
  const { prototype } = process.getBuiltinModule("node:module") as unknown as Loader;
  const compile = prototype._compile;
  prototype._compile = function (code, path) {
    if (dirname(path) !== folder || code.length < WORTH_KEEPING || !BUNDLE.test(path)) {
      return compile.call(this, code, path);
    }
    const run = scriptOf(code, path).runInThisContext() as (...given: unknown[]) => unknown;
    return run.call(this.exports, this.exports, createRequire(path), this, path, folder);
  };
}

function scriptOf(code: string, path: string): Script {
  const kept = join(ownFolder(), `${basename(path)}-${code.length}-${process.version}-${process.arch}`);
  const cachedData = readWhole(kept);
  const script = new Script(`${WRAPPER}${code}\n})`, {
    filename: path,
    columnOffset: -WRAPPER.length,
    ...(cachedData && { cachedData }),
  });
  // At the end, when the functions that a start needs are compiled as well.
  if (!cachedData || script.cachedDataRejected) process.once("exit", () => keep(kept, script.createCachedData()));
  return script;
}

function ownFolder(): string {
  return join(tmpdir(), `habitus-code-${process.getuid?.() ?? "user"}`);
}

/** Written twice in a row: comparing the halves costs nothing, a checksum would cost more than it saves. */
function readWhole(path: string): Buffer | undefined {
  try {
    if (!isOwn(dirname(path))) return undefined;
    const bytes = readFileSync(path);
    const half = bytes.subarray(0, bytes.length / 2);
    return half.length > 0 && half.equals(bytes.subarray(half.length)) ? half : undefined;
  } catch {
    return undefined; // not kept yet, or not to be read: it is compiled
  }
}

function keep(path: string, data: Buffer): void {
  try {
    makeOwn(dirname(path));
    if (!isOwn(dirname(path))) return;
    const temporary = `${path}.${process.pid}`;
    writeFileSync(temporary, Buffer.concat([data, data]), { mode: 0o600 });
    renameSync(temporary, path);
  } catch {
    // A full or read-only disk only costs time at the next start.
  }
}

/** Not by `makeFolder`: nothing of the bundles may be loaded before they are kept. The folder above it is the system's. */
function makeOwn(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Nobody but its owner can put anything there. Windows has a folder for each user. */
function isOwn(folder: string): boolean {
  const found = lstatSync(folder);
  return (
    found.isDirectory() && (process.getuid === undefined || (found.uid === process.getuid() && !(found.mode & 0o077)))
  );
}
