import { code } from "./code.ts";
import type { ChangePhrases, Phrases } from "./phrases.ts";

const CHANGES: ChangePhrases = {
  renamed: (param) => `用 ${param} 这个名字传这个值`,
  added: (param) => `加上 ${param}`,
  removed: (param) => `去掉 ${param}`,
  "string-to-number": (param) => `把 ${param} 作为数字而不是文本来传`,
  "number-to-string": (param) => `把 ${param} 作为文本而不是数字来传`,
  "string-to-boolean": (param) => `把 ${param} 写成 true 或 false，而不是文本`,
  "array-to-scalar": (param) => `把 ${param} 写成单个值，而不是列表`,
  "scalar-to-array": (param) => `把 ${param} 写成列表`,
  "drop-folder": (param) => `去掉 ${param} 前面的文件夹，只写名字`,
  "add-folder": (param) => `在 ${param} 前面写上文件夹`,
  "letter-case": (param) => `改正 ${param} 的大小写`,
  trimmed: (param) => `去掉 ${param} 两端的引号和空格`,
  reformatted: (param) => `换一种格式写 ${param}`,
  "only-folder": (param) => `去掉 ${param} 后面的名字，只写文件夹`,
  shortened: (param) => `把 ${param} 缩短到关键部分`,
  lengthened: (param) => `把 ${param} 写完整`,
  lower: (param) => `调低 ${param}`,
  higher: (param) => `调高 ${param}`,
  "value-from-result": (param) => `从工具返回的结果中取 ${param}`,
};

export const zh: Phrases = {
  provenance({ rule, words, looksUp, oneOfSeveral, topic }) {
    const { tool, param, from } = rule;
    return {
      title: looksUp
        ? `调用 ${tool} 之前先用 ${from.tool} 查出 ${words}`
        : `${tool} 的 ${words} 取自 ${from.tool} 的结果`,
      whenToUse: `调用 ${tool} 需要 ${words} 而用户没有说明时${about(topic)}`,
      steps: [
        looksUp
          ? `在 ${code(tool)} 之前，先针对请求所说的那个对象调用 ${code(from.tool)}。`
          : `回到本次对话中 ${code(from.tool)} 返回的结果。不要只为了取值而再次调用它。`,
        oneOfSeveral
          ? `在最新结果的 ${code(from.field)} 的各个值中，选出符合请求的那一个。`
          : `在最新结果中读取 ${code(from.field)}。`,
        `把这个值原样作为 ${code(tool)} 的 ${code(param)} 传入。如果用户说过 ${words}，就用用户说的值。`,
      ],
      preconditions: [
        looksUp ? `可以使用 ${code(from.tool)}。` : `${code(from.tool)} 在本次对话中返回过 ${code(from.field)}。`,
        `用户没有说明要用哪个 ${words}。`,
      ],
      failureModes: [
        `凭记忆或取自旧结果的 ${words}，以及途中被四舍五入或改了格式的值：调用即使成功，做的也可能是另一件事。`,
      ],
    };
  },
  fixCall({ rule, topic, hints }) {
    const { tool, fix } = rule;
    const first = fix[0]!;
    return {
      title: `${tool} 失败时调用 ${fix.join(" 或 ")}${inBrackets(hints)}`,
      whenToUse: `${tool} 失败时${inBrackets(hints)}，或即将调用它时${about(topic)}`,
      steps: [
        `把 ${code(tool)} 的错误与 Evidence 中引用的错误相比较。`,
        fix.length === 1
          ? `如果是同一个错误，就调用 ${code(first)}。`
          : `如果是同一个错误，就调用 ${code(first)}；不合适时调用 ${fix.slice(1).map(code).join(" 或 ")}。`,
        `为同一目的再次调用 ${code(tool)}。`,
        "如果这次出现别的错误，就把它当作新的错误单独处理。",
      ],
      preconditions: [`可以使用 ${fix.map(code).join(" 或 ")}，并且调用它在用户要求的范围之内。`],
      failureModes: [`原样重复 ${code(tool)}：同样的错误会再次出现。`, "明明一步就能修好，却在第一次失败后放弃。"],
    };
  },
  fixArgument({ rule, topic, hints }) {
    const { tool, param, change } = rule;
    if (change === "clean-name") {
      return {
        title: "工具名称要原样写，后面不带标记",
        whenToUse: "工具明明存在而调用被拒绝时，或在调用任何工具之前",
        steps: [
          "查看被拒绝的调用所用的工具名称。",
          "去掉名称后面的一切：通道标记、尖括号、竖线和空格。",
          "参数保持原样，用原本的名称重新发送同一个调用。",
        ],
        preconditions: ["原本的名称在可用工具的列表中。"],
        failureModes: ["用损坏的名称重复调用：每次都会被拒绝。", "去改并非原因的参数。"],
      };
    }
    if (change === "retry") {
      return {
        title: `${tool} 失败时再试一次${inBrackets(hints)}`,
        whenToUse: `${tool} 失败时${inBrackets(hints)}${about(topic)}`,
        steps: [
          `把 ${code(tool)} 的错误与 Evidence 中引用的错误相比较。`,
          "如果是同一个错误，就把同样的调用再发送一次。",
          "如果又失败，就停下来查找原因。",
        ],
        preconditions: [`重复 ${code(tool)} 没有坏处：不会重复付款、发送或删除。`],
        failureModes: ["反复重试：会再次出现的错误不是暂时的错误。"],
      };
    }
    const changed = CHANGES[change as keyof ChangePhrases];
    return {
      title: `${tool} 失败时${changed(param)}${inBrackets(hints)}`,
      whenToUse: `${tool} 失败时${inBrackets(hints)}，或要填写 ${param} 时${about(topic)}`,
      steps: [
        `把 ${code(tool)} 的错误与 Evidence 中引用的错误相比较。`,
        `如果是同一个错误，就${changed(code(param))}。`,
        `其他参数保持原样，再次调用 ${code(tool)}。`,
      ],
      preconditions: [`${code(tool)} 的其他参数都符合用户的要求。`],
      failureModes: [`原样重复 ${code(tool)}：同样的错误会再次出现。`, "一次改动多个参数：就不知道哪一个才是原因。"],
    };
  },
  changes: CHANGES,
  evidence: {
    span: (first, last) => (first === undefined ? "" : first === last ? first : `${first} 至 ${last}`),
    held: ({ support, tasks, hits, chances }) =>
      `在 ${tasks} 个任务中有 ${support} 个成立，${chances} 次中有 ${hits} 次`,
    strength: ({ atLeast, byChance }) => `至少在 ${atLeast} % 的情况下成立（95 % 下限），偶然只有 ${byChance} %`,
    amongErrors: ({ atLeast, elsewhere }) =>
      `至少在 ${atLeast} % 的情况下成立（95 % 下限），没有这个错误时为 ${elsewhere} %`,
    byName: "名称一致，且该值首次出现在这个结果中；该值几乎不变，无法与偶然相比较",
    said: (count) => `另有 ${count} 次是用户说出了这个值`,
    withoutUserText: (unexplained) =>
      `记录中没有用户的话${unexplained > 0 ? `；另有 ${unexplained} 个值不在任何结果中，可能是用户说的` : ""}`,
    unrepaired: ({ failed, unrepaired }) => `${failed} 次失败中有 ${unrepaired} 次没有修好`,
    error: (quoted) => `错误：${quoted}`,
    outcomes: ({ well, badly, unknown }) =>
      well > 0
        ? `这些任务中有 ${well} 个圆满完成`
        : badly > 0
          ? `这些任务没有一个圆满完成${unknown > 0 ? `（${unknown} 个未知）` : ""}；成立的是这一步，而不是整个任务`
          : "不知道这些任务的结局如何",
    seenIn: (links) => `见于 ${links}`,
  },
};

function about(topic: readonly string[]): string {
  return topic.length > 0 ? `；相关任务：${topic.join("、")}` : "";
}

function inBrackets(hints: readonly string[]): string {
  return hints.length > 0 ? `（${hints.join("、")}）` : "";
}
