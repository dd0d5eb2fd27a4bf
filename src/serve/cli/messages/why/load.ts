import type { WhyMessages } from "./en.ts";

/** Only `why` loads these. */
export async function loadWhyMessages(language: string): Promise<WhyMessages> {
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
