import { readFile } from "node:fs/promises";
import { isObject } from "../model/json.ts";
import type { StateFile } from "../ports.ts";
import { diskProblem, isStarved } from "./disk-problem.ts";
import { replaceFile } from "./replace-file.ts";

/** Version of the envelope; a file of another version is not read, because everything in it can be derived again. */
const STATE_VERSION = 1;

/** @param path  the file; its folder is created by the first save */
export function createNodeStateFile(path: string): StateFile {
  return {
    load: async () => {
      let text: string;
      try {
        text = await readFile(path, "utf8");
      } catch (error) {
        // Nobody can tell what stands there; whoever began anew would write over it.
        if (isStarved(error)) throw diskProblem(error, "read", path);
        return undefined; // absent or unreadable: the contract says to begin again
      }
      return openEnvelope(text);
    },
    save: async (state) => {
      try {
        await replaceFile(path, `${JSON.stringify({ v: STATE_VERSION, state })}\n`);
      } catch (error) {
        throw diskProblem(error, "write", path);
      }
    },
  };
}

function openEnvelope(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined; // damaged: the contract says to begin again
  }
  return isObject(value) && value.v === STATE_VERSION ? value.state : undefined;
}
