/**
 * How far each event moves confidence (DESIGN §4, after the Instinct idea): one further session that shows the pattern lifts it,
 * a contradiction or 14 idle days lower it, a person's hand counts exactly as much as one session.
 */
const MOVES = { seen: 0.1, contradicted: -0.1, idle: -0.1, reinforced: 0.1, weakened: -0.1 } as const;

export type ConfidenceMove = keyof typeof MOVES;

/** @returns 0..1, rounded to thousandths so that 0.7 + 0.1 is 0.8 */
export function moveConfidence(confidence: number, move: ConfidenceMove): number {
  return roundConfidence(confidence + MOVES[move]);
}

export function roundConfidence(confidence: number): number {
  return Math.round(Math.min(1, Math.max(0, confidence)) * 1000) / 1000;
}
