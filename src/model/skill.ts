/** A reviewed, packaged procedure that an agent can load by name: `<name>/SKILL.md`. */
export interface Skill {
  /** Letters of any script in small form, digits and hyphens; at most 64 characters; also the folder's name. */
  name: string;
  /** What a host shows of it in every session; at most 1,024 UTF-16 units. */
  description: string;
  /** Markdown below the front matter. */
  body: string;
}

/** One card as its part of a skill. */
export interface SkillPart {
  id: string;
  title: string;
  whenToUse: string;
  /** Blocks of Markdown. */
  steps: string[];
  /** Lines without list marks. */
  preconditions: string[];
  failureModes: string[];
  /** In words, what speaks for it. */
  evidence: string[];
  /** 0..1. */
  confidence: number;
  /** Sessions that showed it. */
  sessions: number;
  /** Times handed over for a task; of those, times the task ended well. */
  shown: number;
  endedWell: number;
}
