import { CHOOSE_DEFAULTS, type ChooseOptions, fillSlots, worthOf } from "../learn/policy/choose.ts";
import { standingOf } from "../learn/policy/prior.ts";
import type { Experience, Value } from "../model/experience.ts";
import type { MemoryOptions } from "../options.ts";
import type { SlotRule } from "../recall/choose.ts";

/**
 * The rule by which recall orders cards and gives out slots: the one of the simulator's `attribution`.
 *
 * Under `reme` value is not asked for, because that policy keeps none; the slot for unproven cards stays, and `retrieve` has neither.
 * @param limit  most cards in this answer
 * @param unproven  most cards among them for which only their own evidence speaks
 * @param draw   uniform on [0, 1): whether a retired card gets the unproven slot; asked only when one is among the cards
 */
export function slotRule(
  { policy }: Pick<MemoryOptions, "policy">,
  limit: number,
  draw: () => number,
  unproven: number = CHOOSE_DEFAULTS.unproven,
): SlotRule {
  const options: ChooseOptions = {
    ...CHOOSE_DEFAULTS,
    limit,
    unproven,
    ...(policy === "reme" && { valueWeight: 0, minValue: Number.NEGATIVE_INFINITY }),
  };
  const standing = standingUnder(policy);
  return {
    limit,
    worth: (card) => worthOf(standing(card), options),
    fill: (fitting, refuse) => {
      const cards = fitting.map(({ experience, similarity }) => ({
        id: experience.id,
        similarity,
        value: standing(experience),
        vouched: experience.tier !== "provisional",
        retired: experience.status === "retired",
      }));
      return fillSlots(cards, options, draw, refuse);
    },
  };
}

/** Where a card stands, as recall asks for it: unasked advice goes by the same. */
export function standingUnder(policy: MemoryOptions["policy"]): (card: Experience) => Value {
  return (card) => (policy === "reme" ? NOT_ASKED : standingOf(card));
}

/** Neither for nor against a card. */
const NOT_ASKED: Value = Object.freeze({ mean: 0, sd: 1 });
