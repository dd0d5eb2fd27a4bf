import { createMemoryCardFiles } from "../../src/adapters/memory-card-files.ts";
import { describeCardFiles } from "../conformance/card-files.ts";

describeCardFiles("memory", () => {
  const files = createMemoryCardFiles();
  return { files, edit: files.edit, rest: () => undefined };
});
