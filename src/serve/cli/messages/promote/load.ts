import { inLanguage } from "../../language.ts";
import type { PromoteMessages } from "./en.ts";

/** Only `promote` and what reports of promotions load these. */
export const loadPromoteMessages = inLanguage<PromoteMessages>({
  en: async () => (await import("./en.ts")).en,
  ko: async () => (await import("./ko.ts")).ko,
  ja: async () => (await import("./ja.ts")).ja,
  zh: async () => (await import("./zh.ts")).zh,
});
