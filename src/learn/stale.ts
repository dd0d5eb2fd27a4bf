import type { Experience } from "../model/experience.ts";

/** What a card speaks of that can cease to exist. */
export interface Ties {
  /** Paths below the project's root, `/` between names. */
  paths: string[];
  tools: string[];
  /** Things whose major version is named: `next` and 14 for `next@14` or `Next 14`. */
  versions: Array<{ name: string; major: number }>;
}

/** What is there now. */
export interface Present {
  /** Of the paths that were asked for, those that were there once and are no more. */
  gonePaths: ReadonlySet<string>;
  /** By tool, `YYYY-MM-DD` on which it was last used. A tool that was never used is not in it. */
  toolsUsed: Readonly<Record<string, string>>;
  /** Sorted `YYYY-MM-DD`: days on which the project was used. */
  days: readonly string[];
  /** By name in small letters, the major version that the project asks for now. */
  majors: ReadonlyMap<string, number>;
}

/** Days of use of the project without a tool, or without any tool of its server, after which it counts as gone. A guess; twice what makes a pattern idle. */
export const TOOL_GONE_AFTER_DAYS = 28;

const PATH = /^(?:\.\/)?(?:[\w@+.-]+\/)+[\w@+-][\w@+.-]*\.[A-Za-z][\w]{0,9}$/;
const VERSION = /(?<![\w./-])(@?[A-Za-z][\w./-]{1,39}?)(?:@|\s+v?|-v)(\d{1,4})(?:\.(?:\d+|x|\*)){0,2}(?![\w-]|\.\d)/g;
const MOST_TIES = 20;

/** What a card is tied to, by its steps, rule, keywords and tools; evidence and failure modes tell of the past. */
export function tiesOf(card: Pick<Experience, "body" | "rule" | "keywords" | "whenToUse" | "tools">): Ties {
  const steps = card.body.split(/^## /m)[0] ?? "";
  const spans = [...steps.matchAll(/`([^`\n]{1,200})`/g)].map(([, text]) => text!.trim());
  const ruled = card.rule?.type === "co-read" ? card.rule.paths : [];
  const paths = [...spans, ...ruled].filter((text) => PATH.test(text) && !text.split("/").includes(".."));
  const words = [...card.keywords, card.whenToUse];
  const versions = words.flatMap((text) =>
    [...text.matchAll(VERSION)].map(([, name, major]) => ({ name: name!.toLowerCase(), major: Number(major) })),
  );
  return {
    paths: [...new Set(paths.map((path) => path.replace(/^\.\//, "")))].slice(0, MOST_TIES),
    tools: card.tools.slice(0, MOST_TIES),
    versions: versions.slice(0, MOST_TIES),
  };
}

/** In words, what the card speaks of that is no more; undefined while all of it is there, or nobody can tell. */
export function staleReason(ties: Ties, present: Present): string | undefined {
  const path = ties.paths.find((each) => present.gonePaths.has(each));
  if (path !== undefined) return `${path} is gone`;
  const tool = ties.tools.find((each) => isToolGone(each, present));
  if (tool !== undefined) return `${tool} was not used on ${TOOL_GONE_AFTER_DAYS} days of use`;
  const other = ties.versions.find(({ name, major }) => (present.majors.get(name) ?? major) !== major);
  return other && `it is about ${other.name} ${other.major}, the project has ${present.majors.get(other.name)}`;
}

function isToolGone(tool: string, { toolsUsed, days }: Present): boolean {
  const server = /^mcp__.+?__/.exec(tool)?.[0];
  const kin = Object.entries(toolsUsed).filter(([name]) => name === tool || (server && name.startsWith(server)));
  if (kin.length === 0 || !(tool in toolsUsed)) return false;
  const last = kin
    .map(([, day]) => day)
    .sort()
    .at(-1)!;
  return days.filter((day) => day > last).length >= TOOL_GONE_AFTER_DAYS;
}
