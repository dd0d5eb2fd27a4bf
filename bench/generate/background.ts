import type { SessionScript } from "./session-script.ts";

/** Something agents do now and then, for no reason that repeats; with how often, in parts. */
const IDLE: ReadonlyArray<readonly [(script: SessionScript) => void, number]> = [
  [(script) => script.read(script.source()), 10],
  [(script) => script.read(script.random.pick(script.stack.others)), 5],
  [(script) => script.read(script.test()), 3],
  [(script) => script.search(script.random.pick(SYMBOLS)), 7],
  [
    (script) =>
      script.call({
        do: "list",
        pattern: script.random.pick(["*.md", "*.ts", "*config*", "*.yml"]),
        found: ["README.md"],
      }),
    4,
  ],
  [(script) => script.shell("git status", "On branch main\nnothing to commit"), 4],
  [
    (script) =>
      script.shell(
        script.random.pick(["git diff", "git diff --stat", "git log --oneline -5", "git show HEAD --stat"]),
        "abc1234 change",
      ),
    4,
  ],
  [
    (script) =>
      script.shell(
        script.random.pick(["ls", "ls -la", "ls src", "pwd", "wc -l README.md", "which node", "date"]),
        "README.md",
      ),
    5,
  ],
  [
    (script) =>
      script.shell(
        script.random.pick([
          "env | sort | head",
          "df -h",
          "ps aux | head -5",
          "cat package.json | head -40",
          "uname -a",
        ]),
        "ok",
      ),
    2,
  ],
  [(script) => script.call({ do: "plan", items: ["look", "change", "check"] }), 3],
  [
    (script) =>
      script.call({ do: "web", url: `https://docs.example/${script.random.pick(SYMBOLS)}`, content: "Documentation." }),
    2,
  ],
  [(script) => script.call({ do: "agent", task: "look around", answer: "Nothing special." }), 1],
  [(script) => script.parallel([1, 2].map(() => ({ do: "read", path: script.source(), content: "// x" }) as const)), 2],
  [(script) => failedLook(script), 3],
];

const SYMBOLS = [
  "total",
  "retry",
  "handler",
  "createOrder",
  "parseDate",
  "limit",
  "TODO",
  "useState",
  "config",
  "onClose",
  "render",
  "flush",
];

/** Small failures of every day, with no fix that repeats. */
function failedLook(script: SessionScript): void {
  const noun = script.random.pick(script.nouns);
  const failures: ReadonlyArray<() => void> = [
    () => script.shell(`cat ${noun}.txt`, `cat: ${noun}.txt: No such file or directory`, 1),
    () => script.shell(`ls ${noun}s`, `ls: cannot access '${noun}s': No such file or directory`, 2),
    () => script.shell(`grep -q ${noun} README.md`, "", 1),
    () =>
      script.call({
        do: "web",
        url: `https://docs.example/${noun}`,
        content: "",
        error: "Request failed with status code 404",
      }),
    () => script.call({ do: "search", pattern: `${noun}(`, found: [], error: "regex parse error: unclosed group" }),
  ];
  script.random.pick(failures)();
}

/** Random looking around: `count` things drawn one by one, none depending on another. */
export function wander(script: SessionScript, count: number): void {
  for (let done = 0; done < count; done++) script.random.weighted(IDLE)(script);
}
