import type { ServeMessages } from "./en.ts";

/** Only `serve` loads these. */
export async function loadServeMessages(language: string): Promise<ServeMessages> {
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
