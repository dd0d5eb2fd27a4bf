import { inLanguage } from "../../language.ts";
import type { DreamMessages } from "./en.ts";

/** Only `dream` loads these. */
export const loadDreamMessages = inLanguage<DreamMessages>({
  en: async () => (await import("./en.ts")).en,
  ko: async () => (await import("./ko.ts")).ko,
  ja: async () => (await import("./ja.ts")).ja,
  zh: async () => (await import("./zh.ts")).zh,
});
