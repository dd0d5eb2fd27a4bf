import type { DreamMessages } from "./en.ts";

/** Only `dream` loads these. */
export async function loadDreamMessages(language: string): Promise<DreamMessages> {
  switch (language) {
    case "ko":
      return (await import("./ko.ts")).ko;
    case "ja":
      return (await import("./ja.ts")).ja;
    case "zh":
      return (await import("./zh.ts")).zh;
    default:
      return (await import("./en.ts")).en;
  }
}
