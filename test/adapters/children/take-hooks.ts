// Takes hook events of a session of its own, each 10 to 100 kB, in turn as a command hook gets them and as a tool call gets them.
//   take-hooks HOME CWD SESSION COUNT
import { takeHookEvent } from "../../../src/adapters/hook-intake.ts";

const [home = "", cwd = "", session = "", count = "0"] = process.argv.slice(2);

process.stdin.once("data", async () => {
  for (let n = 0; n < Number(count); n += 1) {
    const kilobytes = 10 + ((n * 37 + session.length * 11) % 91);
    const input = { command: `"\\ ${session}-${n} 배포\n`.repeat((kilobytes * 1000) / 24) };
    const payload = {
      hook_event_name: "PreToolUse",
      session_id: session,
      cwd,
      tool_name: "Bash",
      tool_use_id: `${session}-${n}`,
      tool_input: n % 2 === 0 ? input : JSON.stringify(input),
    };
    await takeHookEvent(home, JSON.stringify(payload), { env: {} }, Date.now());
  }
  process.exit(0);
});
