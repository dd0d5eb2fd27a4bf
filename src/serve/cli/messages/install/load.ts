import type { InstallMessages } from "./en.ts";

/** Only `init` and `uninstall` load these. */
export async function loadInstallMessages(language: string): Promise<InstallMessages> {
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
