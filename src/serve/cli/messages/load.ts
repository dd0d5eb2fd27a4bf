import type { Language } from "../language.ts";
import type { Messages } from "./en.ts";

export type { Messages } from "./en.ts";

/** Only the language that is spoken is loaded. */
export async function loadMessages(language: Language): Promise<Messages> {
  switch (language) {
    case "ko":
      return (await import("./ko.ts")).ko;
    case "ja":
      return (await import("./ja.ts")).ja;
    case "zh":
      return (await import("./zh.ts")).zh;
    case "en":
      return (await import("./en.ts")).en;
  }
}
