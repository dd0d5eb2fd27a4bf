import { inLanguage } from "../../language.ts";
import type { ServeMessages } from "./en.ts";

/** Only `serve` loads these. */
export const loadServeMessages = inLanguage<ServeMessages>({
  en: async () => (await import("./en.ts")).en,
  ko: async () => (await import("./ko.ts")).ko,
  ja: async () => (await import("./ja.ts")).ja,
  zh: async () => (await import("./zh.ts")).zh,
});
