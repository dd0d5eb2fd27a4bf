import { inLanguage } from "../../language.ts";
import type { RevokePhrases } from "./lines.ts";

/** Only `revoke` loads these. */
export const loadRevokeMessages = inLanguage<RevokePhrases>({
  en: async () => (await import("./en.ts")).en,
  ko: async () => (await import("./ko.ts")).ko,
  ja: async () => (await import("./ja.ts")).ja,
  zh: async () => (await import("./zh.ts")).zh,
});
