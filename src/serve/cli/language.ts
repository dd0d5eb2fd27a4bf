export const LANGUAGES = ["en", "ko", "ja", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language that a person wants, from `--lang`, `$HABITUS_LANG` or the locale; English when nothing fits. */
export function chooseLanguage(wanted: string | undefined, env: NodeJS.ProcessEnv): Language {
  const candidates = [wanted, env.HABITUS_LANG, env.LC_ALL, env.LC_MESSAGES, env.LANG];
  const first = candidates.find((candidate) => candidate !== undefined && candidate !== "");
  const code = first?.toLowerCase().split(/[_.@-]/)[0];
  return LANGUAGES.find((language) => language === code) ?? "en";
}
