import { spawnSync } from "node:child_process";

/** Majors that the package promises to run on, beside the one that runs the tests. */
const MAJORS = [20, 22, 24];

export interface NodeUnderTest {
  major: number;
  path: string;
}

/**
 * The Node versions to test on: the one at hand, and the others as npm installs them. One that cannot be had is named and left
 * out, so that the tests pass without a network.
 */
export function nodesUnderTest(): NodeUnderTest[] {
  const own = Number(process.versions.node.split(".")[0]);
  const found: NodeUnderTest[] = [{ major: own, path: process.execPath }];
  for (const major of MAJORS.filter((other) => other !== own)) {
    const call = spawnSync(
      "npm",
      ["exec", "--yes", `--package=node@${major}`, "--", "node", "-p", "process.execPath"],
      {
        encoding: "utf8",
        timeout: 180_000,
      },
    );
    const path = call.stdout?.trim().split("\n").at(-1);
    if (call.status === 0 && path) found.push({ major, path });
    else console.warn(`skipped on Node ${major}: npm could not install it here`);
  }
  return found;
}
