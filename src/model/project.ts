/** By what a project was recognised: git's directory, the folder itself, a known folder above it, a folder that was split off, or a name. */
export type ChosenBy = { by: "git" | "folder" | "below" | "split"; path: string } | { by: "name" };

/** The same in English. */
export function whyChosen(chosen: ChosenBy): string {
  switch (chosen.by) {
    case "git":
      return `git directory ${chosen.path}`;
    case "folder":
      return `folder ${chosen.path}, not under git`;
    case "below":
      return `below ${chosen.path}, which is known`;
    case "split":
      return `below ${chosen.path}, which was split off`;
    case "name":
      return "its name";
  }
}
