import { clock, oneDigit, percent } from "../format.ts";
import type { WhyMessages } from "./en.ts";
import { beginning, range, signed } from "./figures.ts";

const STATUS = { active: "활성", quarantined: "격리", retired: "은퇴", promoted: "승격" };
const TIER = { provisional: "잠정", validated: "검증됨", reviewed: "사람이 확인함" };
const PLACED = {
  retired: "은퇴",
  restored: "복귀",
  quarantined: "격리",
  released: "격리 해제",
  undone: "되돌림",
  promoted: "승격",
  demoted: "승격 취소",
};

export const ko: WhyMessages = {
  why: ({ judged, lift, usual, shown, looked, followed, endedWell, ...card }) => [
    `  ${STATUS[card.status]}, ${TIER[card.tier]}, 확신도 ${card.confidence}`,
    judged === 0
      ? `  아직 알려진 결과가 없음. 이런 카드의 효과는 ${signed(lift.points)}점 ${range(lift)}으로 보며, 도움이 될 가능성 ${percent(lift.chanceOfHelp)}`
      : `  효과 ${signed(lift.points)}점 ${range(lift)}, 도움이 될 가능성 ${percent(lift.chanceOfHelp)}`,
    `  건넨 횟수 ${shown}${looked > 0 ? `, 확인된 ${looked}번 중 따름 ${followed}` : ""}, 결과를 아는 ${judged}번 중 잘 끝남 ${oneDigit(endedWell)}. ${card.family === undefined ? "작업" : `이런 종류의 작업(${card.family})`}은 보통 ${percent(usual)}`,
    ...(card.tasks.length > 0 ? [`  이런 작업: ${card.tasks.map((task) => `"${beginning(task)}"`).join(", ")}`] : []),
    ...(card.alwaysWith.length > 0 ? [`  항상 ${card.alwaysWith.join(", ")}와 함께 건넴: 추정값을 나눠 가짐`] : []),
    ...(card.muted ? ["  음소거: 에이전트가 계속 따르지 않아, 물어볼 때만 건넴"] : []),
    ...(card.setAside
      ? [
          `  ${clock(card.setAside.since)}에 되살림: 그 전의 기록은 더 이상 불리하게 세지 않음 (건넴 ${card.setAside.shown}, ${card.setAside.judged}번 중 잘 끝남 ${oneDigit(card.setAside.endedWell)})`,
        ]
      : []),
    ...(card.policy === "reme"
      ? [`  적용 규칙: reme. 세는 회상 ${card.reme.judged}번 중 잘 끝남 ${card.reme.endedWell}`]
      : []),
  ],
  placed: ({ type, by, at, reason, counts }) =>
    `  ${clock(at)} ${PLACED[type]} (${by})${
      counts
        ? `: 건넴 ${counts.shown}, ${counts.judged}번 중 잘 끝남 ${oneDigit(counts.ended_well)}, 보통 ${percent(counts.usual)}. 성공을 낮춘다는 확실성 ${percent(counts.harm)} (작업 ${oneDigit(counts.tasks)}건만큼의 근거)`
        : reason
          ? `: ${reason}`
          : ""
    }`,
};
