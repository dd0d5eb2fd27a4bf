import { inLanguage } from "../../language.ts";
import type { DoctorMessages } from "./en.ts";

export type { DoctorMessages } from "./en.ts";

export const loadDoctorMessages = inLanguage<DoctorMessages>({
  en: async () => (await import("./en.ts")).en,
  ko: async () => (await import("./ko.ts")).ko,
  ja: async () => (await import("./ja.ts")).ja,
  zh: async () => (await import("./zh.ts")).zh,
});
