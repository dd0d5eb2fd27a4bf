/** Particles that close a Korean word, and what the syllable before them must end in. Longest first within a last syllable is ensured by the search. */
const AFTER_ANY = [
  "의",
  "에",
  "에서",
  "에게",
  "께",
  "께서",
  "도",
  "만",
  "부터",
  "까지",
  "보다",
  "처럼",
  "마다",
  "조차",
  "밖에",
  "하고",
  "에는",
  "에도",
  "에서는",
  "에서도",
  "까지는",
  "까지도",
  "부터는",
  "만큼",
  "대로",
  "뿐",
  "들",
  "들은",
  "들이",
  "들을",
  "들의",
  "들에",
];
const AFTER_CONSONANT = [
  "은",
  "이",
  "을",
  "과",
  "으로",
  "이나",
  "이랑",
  "이라도",
  "이라는",
  "으로는",
  "으로도",
  "으로부터",
  "인",
  "이며",
  "이고",
];
const AFTER_VOWEL = ["는", "가", "를", "와", "나", "랑", "라도", "라는", "며", "고"];
const AFTER_VOWEL_OR_RIEUL = ["로", "로는", "로도", "로부터"];

const PARTICLES: ReadonlyMap<string, (last: string) => boolean> = new Map([
  ...AFTER_ANY.map((particle) => [particle, () => true] as const),
  ...AFTER_CONSONANT.map((particle) => [particle, (last: string) => finalConsonant(last) !== 0] as const),
  ...AFTER_VOWEL.map((particle) => [particle, (last: string) => finalConsonant(last) === 0] as const),
  ...AFTER_VOWEL_OR_RIEUL.map(
    (particle) => [particle, (last: string) => [0, RIEUL].includes(finalConsonant(last))] as const,
  ),
]);
const LONGEST_PARTICLE = Math.max(...[...PARTICLES.keys()].map((particle) => particle.length));
const RIEUL = 8;

/**
 * The word without its particle: 배포를 → 배포, 서버에서는 → 서버. The longest particle that the sound before it allows goes;
 * at least one syllable stays. A guess without a dictionary: 회의 (meeting) also gives 회, so keep the word itself beside it.
 */
export function stripParticle(word: string): string {
  for (let length = Math.min(LONGEST_PARTICLE, word.length - 1); length > 0; length--) {
    const stem = word.slice(0, -length);
    if (PARTICLES.get(word.slice(-length))?.(stem.slice(-1))) return stem;
  }
  return word;
}

/** True for a particle on its own, as it stands after a Latin word: API를. */
export function isParticle(word: string): boolean {
  return PARTICLES.has(word);
}

/** Index of the final consonant of a composed syllable, 0 when it ends in a vowel. */
function finalConsonant(syllable: string): number {
  const code = syllable.charCodeAt(0) - 0xac00;
  return code >= 0 && code < 11_172 ? code % 28 : 0;
}
