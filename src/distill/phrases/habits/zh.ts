import { code } from "../code.ts";
import type { HabitPhrases } from "./habits.ts";
import { plain, shortList, spaced, type Vocabulary, wordsFor } from "./letter-words.ts";

const WORDS: Vocabulary<string> = {
  kinds: {
    search: "搜索代码",
    list: "查看文件列表",
    read: "读文件",
    edit: "编辑文件",
    create: "写文件",
    web: "上网查找",
    agent: "把一部分交给子代理",
    plan: "更新计划",
  },
  purposes: {
    test: "运行测试",
    build: "运行构建",
    lint: "运行代码检查",
    typecheck: "检查类型",
    check: "运行各项检查",
    run: "运行程序",
    format: "整理代码格式",
    install: "安装依赖",
    stage: "暂存改动",
    sync: "取回仓库的新内容",
    branch: "切换分支",
    migrate: "运行迁移",
    clean: "清理构建结果",
    commit: "提交",
    push: "推送",
    deploy: "部署",
    release: "发布版本",
    move: "移动文件",
  },
  roles: {
    test: "测试文件",
    source: "源文件",
    config: "配置文件",
    ci: "CI 配置",
    manifest: "包清单",
    lockfile: "锁文件",
    migration: "迁移文件",
    infra: "基础设施文件",
    docs: "文档",
    style: "样式表",
    data: "数据文件",
    asset: "资源文件",
  },
  onFile: (kind, file) => `${{ read: "读", edit: "编辑", create: "写" }[kind]}${file}`,
  running: (command) => `运行${command}`,
  calling: (tool) => `调用${tool}`,
  other: "做那一步",
};

const inTitle = (letter: string): string => wordsFor(letter, WORDS, plain);
const inText = (letter: string): string => wordsFor(letter, WORDS, code);

const PHRASES: HabitPhrases = {
  coRead({ paths }, topic) {
    return {
      title: `一起读 ${paths.join("、")}`,
      whenToUse: `要读 ${paths.join("、")} 中的一个时${about(topic)}`,
      steps: [
        `一次并行地，或一个接一个地读 ${paths.map(code).join("、")}。`,
        "其中有不存在的，就只读其余的。",
        "读完再提出改动：单看一个文件，会漏掉其他文件里说的内容。",
      ],
      preconditions: ["这个任务需要从这些文件里知道的不止一行。"],
      failureModes: ["只读其中一个，做出与另一个相矛盾的改动。"],
    };
  },
  order({ do: step, place, action, within }, topic) {
    const [what, when] = [inText(step), inText(action)];
    const preconditions = ["请求中没有别的说法，这一步所需要的也都可用。"];
    if (place === "before") {
      return {
        title: `${inTitle(action)}之前先${inTitle(step)}`,
        whenToUse: `即将${inTitle(action)}时${about(topic)}`,
        steps: [
          `在${when}${within === 1 ? "的前一步" : "之前不远"}，先${what}。`,
          "看返回的内容；与计划不符，就改计划。",
          `然后${when}。`,
        ],
        preconditions,
        failureModes: [`直接${when}：这一步本来会告诉你的事，要很晚才发现。`, "只走形式，不看返回的内容。"],
      };
    }
    return {
      title: `${inTitle(action)}之后${inTitle(step)}`,
      whenToUse: `即将${inTitle(action)}时，或刚做完时${about(topic)}`,
      steps: [`${when}。`, `${within === 1 ? "紧接着" : "随后不久"}${what}。`, "看返回的内容，在下一步之前处理好。"],
      preconditions,
      failureModes: ["拖到最后再做：就不知道是哪一步出了问题。", "返回的内容显示有问题，却继续往下做。"],
    };
  },
  correctWith({ action, error, with: by, again }, topic, hints) {
    const [what, when] = [inText(by), inText(action)];
    if (error === undefined) {
      return {
        title: `${inTitle(action)}之后修正同一个文件：${inTitle(by)}`,
        whenToUse: `即将${inTitle(action)}时，或刚做完时${about(topic)}`,
        steps: [
          `${when}之后，重读一遍现在的内容。`,
          `有遗漏或错误，就马上在同一个文件里${what}。`,
          "做完再去处理下一个文件。",
        ],
        preconditions: ["这个文件在用户要求的范围之内。"],
        failureModes: ["留着明知要改的初稿就往下做。"],
      };
    }
    return {
      title: `${inTitle(action)}失败时${inTitle(by)}${inBrackets(hints)}`,
      whenToUse: `${inTitle(action)}失败时${inBrackets(hints)}${about(topic)}`,
      steps: [
        "把错误与 Evidence 中引用的错误相比较。",
        again ? `如果是同一个错误，先${what}，然后再重复这一步。` : `如果是同一个错误，不要重复这一步，改为${what}。`,
        "如果还是不行，就查找原因。",
      ],
      preconditions: ["目的相同，并且在用户要求的范围之内。"],
      failureModes: [`${again ? "立即" : ""}重复同一步：同样的错误会再次出现。`],
    };
  },
  workflow({ steps }, topic) {
    const names = steps.map((step) => inTitle(step).replace(/^(?:运行|调用)(?=[a-z])/, ""));
    return {
      title: `按这个顺序：${shortList(names, "、")}`,
      whenToUse: `即将${inTitle(steps[0]!)}时${about(topic)}`,
      steps: steps.map((step) => `${inText(step)}。`),
      preconditions: ["这些都是用户要求的。发布、推送或删除的步骤要有用户的话。", "前一步成功之后才开始下一步。"],
      failureModes: ["漏掉一步，或把两步颠倒。", "有一步失败了还继续往下做。"],
    };
  },
};

export const zh: HabitPhrases = {
  coRead: (...given) => spaced(PHRASES.coRead(...given)),
  order: (...given) => spaced(PHRASES.order(...given)),
  correctWith: (...given) => spaced(PHRASES.correctWith(...given)),
  workflow: (...given) => spaced(PHRASES.workflow(...given)),
};

function about(topic: readonly string[]): string {
  return topic.length > 0 ? `；相关任务：${topic.join("、")}` : "";
}

function inBrackets(hints: readonly string[]): string {
  return hints.length > 0 ? `（${hints.join("、")}）` : "";
}
