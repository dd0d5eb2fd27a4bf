import { inLanguage } from "../../language.ts";
import type { WhyMessages } from "./en.ts";

/** Only `why` loads these. */
export const loadWhyMessages = inLanguage<WhyMessages>({
  en: async () => (await import("./en.ts")).en,
  ko: async () => (await import("./ko.ts")).ko,
  ja: async () => (await import("./ja.ts")).ja,
  zh: async () => (await import("./zh.ts")).zh,
});
