import { inLanguage } from "../../language.ts";
import type { InstallMessages } from "./en.ts";

/** Only `init` and `uninstall` load these. */
export const loadInstallMessages = inLanguage<InstallMessages>({
  en: async () => (await import("./en.ts")).en,
  ko: async () => (await import("./ko.ts")).ko,
  ja: async () => (await import("./ja.ts")).ja,
  zh: async () => (await import("./zh.ts")).zh,
});
