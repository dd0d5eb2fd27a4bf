/**
 * One change to a text: `old` gave way to `new`. An insertion keeps a few neighbours in both, so that it can be found again.
 * `new` names habitus, so it occurs once.
 */
export interface Fragment {
  old: string;
  new: string;
}

/** A text, and what was done to come to it. */
export interface Changed {
  text: string;
  fragments: Fragment[];
}

/** Replaces `text[from, to)`. */
export function replaceRange(text: string, from: number, to: number, by: string): Changed {
  const changed = text.slice(0, from) + by + text.slice(to);
  return { text: changed, fragments: [{ old: text.slice(from, to), new: by }] };
}

/**
 * Takes changes back, the last one first, in a text that may have been changed elsewhere since.
 * A fragment that is not there word for word, or there twice, is left alone: somebody has edited it.
 */
export function takeBack(text: string, fragments: readonly Fragment[]): { text: string; left: number } {
  let left = 0;
  let now = text;
  for (const fragment of [...fragments].reverse()) {
    const undone = takeOneBack(now, fragment);
    if (undone === undefined) left += 1;
    else now = undone;
  }
  return { text: now, left };
}

function takeOneBack(text: string, fragment: Fragment): string | undefined {
  // A host that writes its own settings may give every line the other ending.
  for (const ending of ["\r\n", "\n"] as const) {
    for (const [before, after] of [[fragment.old, fragment.new], withEndings(fragment, ending)] as const) {
      const at = text.indexOf(after);
      if (at >= 0 && after !== "" && text.indexOf(after, at + 1) < 0)
        return text.slice(0, at) + before + text.slice(at + after.length);
    }
  }
  return undefined;
}

function withEndings(fragment: Fragment, ending: string): readonly [string, string] {
  return [fragment.old.replace(/\r?\n/g, ending), fragment.new.replace(/\r?\n/g, ending)];
}
