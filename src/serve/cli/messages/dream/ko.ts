import type { DreamMessages } from "./en.ts";

export const ko: DreamMessages = {
  kinds: { create: "나눔", corroborate: "합침", refine: "보완", correct: "바로잡음", "hand-over": "넘김" },
  source: (ids) => `출처: ${ids.join(", ")}`,
  rebuttal: (text) => `반박: ${text}`,
  moved: (card, from, to) => `${card}: ${from}에서 ${to}(으)로`,
  ended: ({ units, waiting, dryRun, run }) =>
    units.length === 0 && waiting === 0
      ? "정리할 것이 없습니다."
      : `${units.length}건을 ${dryRun ? "바꾸게 됩니다" : "바꿨습니다"}${waiting > 0 ? `. ${waiting}건은 다음 실행을 기다립니다` : ""}.${run !== undefined && units.length > 0 ? " `habitus dream --undo`로 이번 실행을 되돌립니다." : ""}`,
  left: (cards) => `그사이 누가 고쳐서 남겨 둠: ${cards.join(", ")}`,
  conflict: ({ cards, why }) => `미정: ${cards.join(", ")}: ${why}. 틀린 쪽을 은퇴시키세요: habitus retire ID.`,
  offer: ({ id, text }) => `에이전트의 메모리 파일(CLAUDE.md, AGENTS.md)로, ${id}에서: ${text}`,
  undone: ({ run, restored }) => `정리 ${run}을 되돌렸습니다. 카드 ${restored.length}장이 전과 같습니다.`,
  leftInUndo: (card, reason) => `  ${card}은 그대로 둡니다: ${reason}`,
};
