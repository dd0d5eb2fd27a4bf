/** One thing that a check found: in order, or not, and the next step. */
export interface Finding<About extends { kind: string } = { kind: string }> {
  level: "ok" | "warning" | "error";
  /** In English. */
  what: string;
  /** The next step, in English. */
  fix?: string;
  /** The same as data, for programs and for whoever says it in another language. */
  about: About;
}

/** What one language says of each kind of finding. */
export type Wording<About extends { kind: string }> = {
  [Kind in About["kind"]]: (about: Extract<About, { kind: Kind }>) => Worded;
};

export interface Worded {
  what: string;
  fix?: string;
}

/** Words for one finding of the language's own. */
export function worded<About extends { kind: string }>(wording: Wording<About>, about: About): Worded {
  return (wording[about.kind as About["kind"]] as (about: About) => Worded)(about);
}

export function finding<About extends { kind: string }>(
  wording: Wording<About>,
  level: Finding["level"],
  about: About,
): Finding<About> {
  return { level, ...worded(wording, about), about };
}
