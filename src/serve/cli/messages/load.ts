import { inLanguage } from "../language.ts";
import type { Messages } from "./en.ts";

export type { Messages } from "./en.ts";

/** Only the language that is spoken is loaded. */
export const loadMessages = inLanguage<Messages>({
  en: async () => (await import("./en.ts")).en,
  ko: async () => (await import("./ko.ts")).ko,
  ja: async () => (await import("./ja.ts")).ja,
  zh: async () => (await import("./zh.ts")).zh,
});
