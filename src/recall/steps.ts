/**
 * What a card says to do: the blocks of its body between its title and its first section, each as it stands in the file:
 * a list item with its lines, a paragraph, a code block.
 */
export function stepsOf(body: string): string[] {
  const blocks: string[][] = [];
  const begin = (): string[] => {
    const block: string[] = [];
    blocks.push(block);
    return block;
  };
  let open: string[] | undefined;
  let fenceMark = "";
  let seenTitle = false;
  for (const line of body.replaceAll("\r\n", "\n").split("\n")) {
    const mark = /^\s{0,6}(```+|~~~+)/.exec(line)?.[1];
    if (fenceMark === "" && mark === undefined) {
      if (/^#\s/.test(line) && !seenTitle) {
        seenTitle = true;
        continue;
      }
      if (/^#{1,2}\s/.test(line)) break;
      if (line.trim() === "") {
        open = undefined;
        continue;
      }
      if (open === undefined || LIST_ITEM.test(line)) open = begin();
    } else if (open === undefined) open = begin();
    if (mark !== undefined) {
      if (fenceMark === "") fenceMark = mark;
      else if (mark.startsWith(fenceMark)) fenceMark = "";
    }
    open.push(line);
  }
  // A code block that nobody closed would swallow what is printed after it.
  if (fenceMark !== "") open!.push(fenceMark);
  return blocks.map((lines) => lines.join("\n").trimEnd());
}

const LIST_ITEM = /^ {0,3}(?:\d{1,9}[.)]|[-*+])\s/;

/** The first line of the card's evidence section without its list mark; undefined when it has none. */
export function evidenceOf(body: string): string | undefined {
  const lines = body.split(/\r?\n/);
  const heading = lines.findIndex((line) => EVIDENCE_HEADING.test(line));
  if (heading < 0) return undefined;
  const first = lines.slice(heading + 1).find((line) => line.trim() !== "");
  return first === undefined || first.startsWith("#") ? undefined : first.replace(LIST_ITEM, "").trim();
}

const EVIDENCE_HEADING = /^##\s+(?:evidence|근거|증거|根拠|証拠|证据|證據|依据|依據)\s*$/i;
