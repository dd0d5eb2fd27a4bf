import { BAD_STORIES } from "./bad.ts";
import { GOOD_STORIES } from "./good.ts";
import type { Story } from "./story.ts";
import { UNKNOWN_STORIES } from "./unknown.ts";

export const STORIES: readonly Story[] = [...GOOD_STORIES, ...BAD_STORIES, ...UNKNOWN_STORIES];
