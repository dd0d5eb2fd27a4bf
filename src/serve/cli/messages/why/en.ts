import type { WhyReport } from "../../../../memory/why-run.ts";
import { clock, oneDigit, percent } from "../format.ts";
import { beginning, range, signed } from "./figures.ts";

export const en = {
  why: ({ judged, lift, usual, shown, looked, followed, endedWell, ...card }: WhyReport): string[] => [
    `  ${card.status}, ${card.tier}, confidence ${card.confidence}`,
    judged === 0
      ? `  no outcome is known yet; of such a card ${signed(lift.points)} points ${range(lift)} are believed, ${percent(lift.chanceOfHelp)} likely to help`
      : `  lift ${signed(lift.points)} points ${range(lift)}; ${percent(lift.chanceOfHelp)} likely to help`,
    `  shown ${shown}${looked > 0 ? `, followed ${followed} of ${looked} that could be checked` : ""}, ended well ${oneDigit(endedWell)} of ${judged} with a known outcome; ${card.family === undefined ? "tasks" : `this kind of task (${card.family})`} usually ${percent(usual)}`,
    ...(card.tasks.length > 0 ? [`  tasks like: ${card.tasks.map((task) => `"${beginning(task)}"`).join(", ")}`] : []),
    ...(card.alwaysWith.length > 0 ? [`  always together with ${card.alwaysWith.join(", ")}: estimate shared`] : []),
    ...(card.muted ? ["  muted: agents keep ignoring it, so it is handed over only to who asks"] : []),
    ...(card.setAside
      ? [
          `  brought back ${clock(card.setAside.since)}: what came before no longer counts against it (shown ${card.setAside.shown}, ended well ${oneDigit(card.setAside.endedWell)} of ${card.setAside.judged})`,
        ]
      : []),
    ...(card.policy === "reme"
      ? [`  rule here: reme; of ${card.reme.judged} recalls that count ${card.reme.endedWell} ended well`]
      : []),
  ],
  placed: ({ type, by, at, reason, counts }: NonNullable<WhyReport["placed"]>): string =>
    `  ${type} ${clock(at)} by ${by}${
      counts
        ? `: shown ${counts.shown}, ended well ${oneDigit(counts.ended_well)} of ${counts.judged}, usually ${percent(counts.usual)}; ${percent(counts.harm)} certain that it lowers success (evidence of ${oneDigit(counts.tasks)} tasks)`
        : reason
          ? `: ${reason}`
          : ""
    }`,
};

export type WhyMessages = typeof en;
