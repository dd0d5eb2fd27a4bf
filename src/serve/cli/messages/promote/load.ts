import type { PromoteMessages } from "./en.ts";

/** Only `promote` and what reports of promotions load these. */
export async function loadPromoteMessages(language: string): Promise<PromoteMessages> {
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
