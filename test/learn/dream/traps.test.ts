import { expect, it } from "vitest";
import { prepare } from "../../../src/learn/dream/prepare.ts";
import { relationOf } from "../../../src/learn/dream/relation.ts";

/** Steps that one short word turns into other steps; each in the same card otherwise. */
const TRAPS: ReadonlyArray<readonly [string, string]> = [
  ["Log in to the console.", "Log out of the console."],
  ["Copy the data to production.", "Copy the data from production."],
  ["Turn the flag on.", "Turn the flag off."],
  ["Run the job once.", "Always run the job."],
  ["Check it while deploying.", "Check it after deploying."],
  ["Only admins may restart it.", "Admins may only restart it."],
  ["Scale the pool up.", "Scale the pool down."],
  ["Put it above the header.", "Put it below the header."],
  ["재시도를 한 번 한다.", "재시도를 두 번 한다."],
  ["배포 중에 확인한다.", "배포 후에 확인한다."],
  ["운영으로 데이터를 복사한다.", "운영에서 데이터를 복사한다."],
  ["할인 쿠폰을 적용한다.", "쿠폰을 적용한다."],
  ["위쪽에 버튼을 놓는다.", "아래쪽에 버튼을 놓는다."],
  ["파일을 연다.", "파일을 닫는다."],
  ["データを本番へ写す。", "データを本番から写す。"],
  ["フラグをつける。", "フラグをはずす。"],
  ["ふたをあけてから量る。", "ふたをしめてから量る。"],
  ["それをかえす。", "それをかえる。"],
  ["箱をあける。", "箱をしめる。"],
  ["機能をつける。", "機能をはずす。"],
  ["毎回ビルドを実行する。", "一度ビルドを実行する。"],
  ["テスト中に確かめる。", "テスト後に確かめる。"],
  ["ファイルをひらく。", "ファイルをとじる。"],
  ["上のボタンを押す。", "下のボタンを押す。"],
  ["把数据复制到生产。", "从生产复制数据。"],
  ["测试中检查日志。", "测试后检查日志。"],
  ["部署前检查日志。", "部署时检查日志。"],
  ["打开上面的开关。", "打开下面的开关。"],
  ["仅管理员可以重启。", "管理员可以重启。"],
  ["提交一次。", "提交两次。"],
];

it("[L40] a condition made of words that the card has anyway keeps cards apart", () => {
  const [a, b] = ["Check the staging log.", "Check the staging log in staging."].map((step) =>
    card("Handle the release", "When a release is handled", step),
  );
  expect(relationOf(a!, b!).is).not.toBe("same");
});

const card = (title: string, whenToUse: string, step: string) =>
  prepare({ title, whenToUse, tools: [], body: `# ${title}\n\n1. ${step}\n` });

it.each(TRAPS)("[L40] one short word keeps cards apart: %s / %s", (a, b) => {
  const inSteps = [a, b].map((step) => card("Handle the release", "When a release is handled", step));
  expect(relationOf(inSteps[0]!, inSteps[1]!).is).not.toBe("same");
  const inTitle = [a, b].map((step) => card(step, "When a release is handled", "Handle the release."));
  expect(relationOf(inTitle[0]!, inTitle[1]!).is).not.toBe("same");
  const inSituation = [a, b].map((step) => card("Handle the release", step, "Handle the release."));
  expect(relationOf(inSituation[0]!, inSituation[1]!).is).not.toBe("same");
});
