// Rewrites a few cards, each text whole or torn beyond doubt, until it is killed.
//   write-cards FOLDER
import { createNodeCardFiles } from "../../../src/adapters/node-card-files.ts";
import type { CardPlace } from "../../../src/ports.ts";
import { wholeText } from "./whole-text.ts";

const [folder = ""] = process.argv.slice(2);
const files = createNodeCardFiles(folder);
const places: CardPlace[] = ["experiences", "retired", "quarantine"];

process.stdin.once("data", async () => {
  for (let n = 0; ; n += 1) {
    const id = `card-${n % 3}`;
    const current = await files.read(id);
    const text = wholeText(`${process.pid}-${n}`);
    try {
      if (!current) await files.write(id, "experiences", text, null);
      else if (n % 5 === 0) await files.move(id, places[n % 3]!, text, current.hash);
      else await files.write(id, current.place, text, current.hash, { version: n % 2 === 0 });
    } catch (error) {
      if ((error as { code?: string }).code !== "STORE_BUSY") throw error;
    }
  }
});
