import type { CallAnswer, Episode } from "../../environments/environment.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import type { Step } from "../../model/trajectory.ts";
import { shortHash } from "../../text/hash.ts";

/** How good the scripted agent is. All are chances, 0..1. */
export interface Skill {
  /** It knows a point by itself. */
  know: number;
  /** It does what the advice says about a point. */
  follow: number;
  /** It understands an error that points to what it did not know. */
  recover: number;
}

export const SCRIPTED_SKILL: Readonly<Skill> = Object.freeze({ know: 0.45, follow: 0.9, recover: 0.35 });

/** The agent sees no way on. */
export class GivesUp extends Error {
  override readonly name = "GivesUp";
}

/** What a plan does its work with: it calls tools, and asks whether this agent happens to know something. */
export interface Hand {
  query: string;
  /**
   * Whether the agent knows a point of know-how: by the advice, when that names one of the cues, or by itself.
   * @param cues  names of tools, parameters or values that only advice about this point mentions
   */
  knows(point: string, cues: readonly string[]): boolean;
  call(tool: string, input?: JsonObject): CallAnswer;
  /** Calls; after an error that points to something it did not know, repairs and calls again, if it understands. */
  insist(tool: string, input: () => JsonObject, repairs: readonly Repair[]): JsonObject;
  /** The first of these parameters that the advice names, if it follows it, else the first that the tool has. */
  parameter(tool: string, names: readonly string[]): string | undefined;
}

export interface Repair {
  error: RegExp;
  point: string;
  repair: () => void;
}

const MAX_REPAIRS = 4;

export function createHand(
  episode: Episode,
  { advice, luck, skill }: { advice: string; luck: string; skill: Skill },
): Hand & { steps: Step[] } {
  const steps: Step[] = [];
  const words = new Set(advice.match(/[\p{L}\p{N}_]+/gu)?.map((word) => word.toLowerCase()));
  const happens = (point: string, chance: number) => drawOf(`${luck}\n${episode.task.id}\n${point}`) < chance;
  const mentions = (cues: readonly string[]) => cues.some((cue) => words.has(cue.toLowerCase()));

  const call = (tool: string, input: JsonObject = {}): CallAnswer => {
    const answer = episode.call(tool, input);
    const step: Step = { call: `call-${steps.length + 1}`, tool, input, outcome: answer.outcome };
    steps.push(answer.outcome === "ok" ? { ...step, result: answer.result } : { ...step, error: answer.error });
    return answer;
  };

  return {
    steps,
    query: episode.task.query,
    call,
    knows: (point, cues) =>
      mentions(cues) && happens(`follow ${point}`, skill.follow) ? true : happens(`know ${point}`, skill.know),
    parameter: (tool, names) => {
      const told = names.find((name) => mentions([name]));
      if (told !== undefined && happens(`follow ${tool}.${told}`, skill.follow)) return told;
      return parameterOf(episode, tool, names);
    },
    insist: (tool, input, repairs) => {
      for (let attempt = 0; attempt <= MAX_REPAIRS; attempt += 1) {
        const answer = call(tool, input());
        if (answer.outcome === "ok") return isObject(answer.result) ? (answer.result as JsonObject) : {};
        const repair = repairs.find(({ error }) => error.test(answer.error));
        if (!repair || !happens(`recover ${repair.point}`, skill.recover)) throw new GivesUp(answer.error);
        repair.repair();
      }
      throw new GivesUp(`${tool} goes on failing`);
    },
  };
}

/** The first of these parameters that the tool's description has. */
export function parameterOf(episode: Episode, tool: string, names: readonly string[]): string | undefined {
  const schema = episode.tools.find(({ name }) => name === tool)?.input;
  const properties = schema && isObject(schema.properties) ? schema.properties : {};
  return names.find((name) => name in properties);
}

/** Chance by address: the same words give the same number on [0, 1). */
function drawOf(address: string): number {
  return Number.parseInt(shortHash(address, 12), 16) / 16 ** 12;
}
