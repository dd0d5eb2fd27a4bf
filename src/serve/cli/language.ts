export const LANGUAGES = ["en", "ko", "ja", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language that a person wants, from `--lang`, `$HABITUS_LANG` or the locale; English when nothing fits. */
export function chooseLanguage(wanted: string | undefined, env: NodeJS.ProcessEnv): Language {
  const candidates = [wanted, env.HABITUS_LANG, env.LC_ALL, env.LC_MESSAGES, env.LANG];
  const first = candidates.find((candidate) => candidate !== undefined && candidate !== "");
  const code = first?.toLowerCase().split(/[_.@-]/)[0];
  return LANGUAGES.find((language) => language === code) ?? "en";
}

/** A loader of texts that loads only those in the language that is spoken; a language that there is none for gets English. */
export function inLanguage<Texts>(
  loaders: Readonly<Record<Language, () => Promise<Texts>>>,
): (language: string) => Promise<Texts> {
  return (language) => loaders[(LANGUAGES as readonly string[]).includes(language) ? (language as Language) : "en"]();
}
