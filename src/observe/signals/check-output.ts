/** What the output of a test run says. `none`: it says that nothing was run. `silent`: it says nothing either way. */
export type OutputVerdict = "passed" | "failed" | "none" | "silent";

export interface OutputReading {
  verdict: OutputVerdict;
  /** Tests that passed and failed, as far as the summary counts them. */
  passed: number;
  failed: number;
  /** The failure is counted or named in a summary, not only spoken of somewhere. */
  isCounted: boolean;
}

/** Counts in the summaries of test runners, and in the words of scripts that people write in their own language. */
const FAILED_COUNTS: readonly RegExp[] = [
  /\b(\d+) (?:tests? |examples?, |specs? |suites? |cases? )?(?:failed|failing|failures?|errored)\b/gi,
  /\b(?:failed|failures?|failing|errors?): {0,8}(\d+)\b/gi,
  /(?:^|, |= )(\d+) errors?\b(?= in |,|$)/gim,
  /(?:실패|오류) ?[:=]? ?(\d+)|(\d+) ?(?:개|건)(?:의)? ?(?:테스트(?:가|는)? )?실패/g,
  /失敗(?:した(?:テスト|件数))? ?[:：=]? ?(\d+)|(\d+) ?(?:件|個)(?:の(?:テスト)?(?:が)?)? ?失敗/g,
  /(?:失败|錯誤|错误)(?:数|用例)? ?[:：=]? ?(\d+)|(\d+) ?(?:个|個|项|項|条)?(?:测试|用例)? ?失败/g,
];
const PASSED_COUNTS: readonly RegExp[] = [
  /\b(\d+) (?:tests? |specs? |suites? |cases? )?(?:passed|passing|succeeded)\b/gi,
  /\b(?:passed|passing|tests run|ran): {0,8}(\d+)\b/gi,
  /\bOK \((\d+) tests?/g,
  /\bran (\d+) tests?\b/gi,
  /\b(\d+) (?:examples?|runs|scenarios?),/g,
  /(?:통과|성공) ?[:=]? ?(\d+)|(\d+) ?(?:개|건)(?:의)? ?(?:테스트(?:가|는)? )?(?:모두 )?(?:통과|성공)/g,
  /(?:成功|合格) ?[:：=]? ?(\d+)|(\d+) ?(?:件|個)(?:の(?:テスト)?(?:が)?)? ?(?:成功|合格)/g,
  /(?:通过|成功)(?:数|用例)? ?[:：=]? ?(\d+)|(\d+) ?(?:个|個|项|項|条)?(?:测试|用例)? ?(?:全部)?通过/g,
];

/** Lines by which a runner says how the whole ended. */
const WHOLE_FAILED =
  /^(?:FAIL(?:ED|URES!?)?\b|--- FAIL|not ok \d|\[?(?:ERROR|INFO)?\]? ?BUILD FAIL(?:URE|ED)|test result: FAILED|FAILURE: Build failed|make: \*\*\*|error: (?:test failed|could not compile|script ".*" exited)|npm ERR! Test failed)/m;
const WHOLE_PASSED =
  /^(?:\[?(?:INFO)?\]? ?BUILD SUCCESS(?:FUL)?|test result: ok|ok {1,3}\t?\S+|ok\t\S+|PASS\b|OK\b|All tests passed|✓ all|All \d+ tests passed|# fail 0$)/m;
/** Words of failure anywhere: passing tests may print them too. */
const SPEAKS_OF_FAILURE =
  /\b(?:AssertionError|panicked at|Traceback \(most recent|error TS\d+|error\[E\d+\]|Segmentation fault|Failures:|FAILED)|^\s*(?:✗|✕|✘|×|❌|not ok)/m;
const NOTHING_RUN =
  /\b(?:no tests? (?:files? )?(?:found|ran|run|were run|to run|matched|executed)|no test files|collected 0 items|running 0 tests|0 tests?\b|no specs found|no examples found|nothing to test)\b|테스트(?:가|를)? ?(?:없|찾을 수 없)|テスト(?:が|は)?(?:ありません|見つかりません)|没有(?:找到)?测试/i;

/** Colours, and what progress bars drew over, are not what a run said in the end. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with the escape character
  const colourless = text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "");
  return colourless
    .split(/\r?\n/)
    .map((line) => line.slice(line.lastIndexOf("\r", line.length - 2) + 1))
    .join("\n");
}

/**
 * Reads how a test, build or lint run ended from what it printed, in the words of the common runners and in four languages.
 * A count outweighs a word: "0 failed" beside an error that a test provoked is a pass.
 */
export function readOutput(text: string): OutputReading {
  const output = plain(text);
  const failed = highest(output, FAILED_COUNTS);
  const passed = highest(output, PASSED_COUNTS) ?? 0;
  const isCounted = failed !== undefined || WHOLE_FAILED.test(output);
  const reading = { passed, failed: failed ?? 0, isCounted };
  if ((failed ?? 0) > 0 || WHOLE_FAILED.test(output)) return { ...reading, verdict: "failed" };
  if (passed > 0) return { ...reading, verdict: "passed" };
  if (NOTHING_RUN.test(output) && !/^ok\s+\S/m.test(output)) return { ...reading, verdict: "none" };
  if (WHOLE_PASSED.test(output)) return { ...reading, verdict: "passed" };
  return { ...reading, verdict: SPEAKS_OF_FAILURE.test(output) ? "failed" : "silent" };
}

function highest(text: string, patterns: readonly RegExp[]): number | undefined {
  let found: number | undefined;
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      const count = Number(match.slice(1).find((group) => group !== undefined));
      if (Number.isFinite(count)) found = Math.max(found ?? 0, count);
    }
  }
  return found;
}
