/** How one arm of the experiment uses the memory. */
export interface Arm {
  name: string;
  /** `none`: no memory. `frozen`: the pool is read and stays as it is. `growing`: what happens on the test tasks changes it. */
  memory: "none" | "frozen" | "growing";
  /** Most attempts at a task; the next one only after one that did not solve it. Whole number ≥ 1. */
  trials: number;
  /** What of the attempts becomes experience, while growing. `selective`: what solved its task. `full`: everything. */
  addition: "none" | "selective" | "full";
  /** After a failure: think about what went wrong, and try again with that in hand. */
  reflection: boolean;
  /** Forget what does not help. */
  deletion: boolean;
  recall: RecallVariant;
}

/** How experience is fetched for a task. */
export interface RecallVariant {
  /** K, whole number ≥ 1. */
  limit: number;
  /** A model orders the shortlist. */
  rerank: boolean;
  /** A model words the advice for the task. */
  rewrite: boolean;
  /** Field that the index is searched by. */
  key: RecallKey;
}

export type RecallKey = "all" | "when_to_use" | "task_query" | "generalized_query" | "keywords" | "content";

/** ReMe's own serving default, K aside, which its scripts set to 5. */
export const PAPER_RECALL: Readonly<RecallVariant> = Object.freeze({
  limit: 5,
  rerank: false,
  rewrite: false,
  key: "all",
});

const NO_MEMORY = {
  memory: "none",
  addition: "none",
  reflection: false,
  deletion: false,
  recall: PAPER_RECALL,
} as const;
/** Attempts of the arms that may try again, the first included: as the paper's dynamic setting has it. */
const TRIALS = 3;

/** The paper's settings, and the control that its scripts lack: as many attempts, without a memory. */
export const MAIN_ARMS: readonly Arm[] = [
  { ...NO_MEMORY, name: "no memory", trials: 1 },
  { ...NO_MEMORY, name: "retry only", trials: TRIALS },
  { ...NO_MEMORY, name: "fixed", memory: "frozen", trials: 1 },
  { ...NO_MEMORY, name: "fixed, retry", memory: "frozen", trials: TRIALS },
  {
    name: "dynamic",
    memory: "growing",
    trials: TRIALS,
    addition: "selective",
    reflection: true,
    deletion: true,
    recall: PAPER_RECALL,
  },
];
