import { describe, expect, it } from "vitest";
import { type LineRpc, startLineRpc } from "../../../src/adapters/install/line-rpc.ts";

const program = (code: string, timeoutMs?: number): LineRpc =>
  startLineRpc(process.execPath, ["-e", code], {
    cwd: process.cwd(),
    env: { PATH: process.env.PATH },
    ...(timeoutMs !== undefined && { timeoutMs }),
  });

const ECHO = `
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    console.log("something else");
    console.log(JSON.stringify({ method: "asked", id: 99 }));
    if (method === "fail") console.log(JSON.stringify({ id, error: { message: "no such thing" } }));
    else console.log(JSON.stringify({ id, result: { method, params } }));
  });`;

describe("a program that is asked line by line", () => {
  it("answers each request with its own answer, whatever else it prints", async () => {
    const rpc = program(ECHO);
    rpc.notify("hello");
    const [one, two] = await Promise.all([rpc.request("one", { a: 1 }), rpc.request("two", {})]);
    expect([one, two]).toEqual([
      { method: "one", params: { a: 1 } },
      { method: "two", params: {} },
    ]);
    await expect(rpc.request("fail", {})).rejects.toThrow("no such thing");
    await rpc.close();
    await expect(rpc.request("late", {})).rejects.toThrow("ended");
  });

  it("that ends says what it said last; one that is silent is not waited for; one that is not there is named", async () => {
    const ending = program(`console.error("torn apart"); process.exit(3)`);
    await expect(ending.request("one", {})).rejects.toThrow(/ended with 3.*torn apart/);
    await ending.close();
    const silent = program("setInterval(() => undefined, 1000)", 200);
    await expect(silent.request("one", {})).rejects.toThrow("within 0.2 s");
    await silent.close();
    const missing = startLineRpc("/no/such/program", [], { cwd: process.cwd(), env: {} });
    await expect(missing.request("one", {})).rejects.toThrow("ENOENT");
    await missing.close();
  });

  it("does not outlive us, also when it takes no notice of the end of its input", async () => {
    const deaf = program(`
      require("node:readline").createInterface({ input: process.stdin }).on("line", (line) =>
        console.log(JSON.stringify({ id: JSON.parse(line).id, result: { pid: process.pid } })));
      process.on("SIGTERM", () => undefined);
      setInterval(() => undefined, 1000);`);
    const { pid } = await deaf.request("who", {});
    await deaf.close();
    expect(() => process.kill(pid as number, 0)).toThrow("ESRCH");
  });
});
