/**
 * The one JSON object or array in a reply: alone, in a code block, or with prose around it. A model's thoughts (`<think>…</think>`) are
 * left aside. Linear.
 * @returns the value, or in words why there is none; two different values are none, because nobody can say which is meant
 */
export function extractJson(reply: string): { value: unknown } | { problem: string } {
  const text = reply.replaceAll(/<think>[\s\S]*?(?:<\/think>|$)/gi, "").trim();
  if (text === "") return { problem: "the reply is empty" };
  const whole = parsed(text);
  if (whole) return whole;
  const blocks = [...text.matchAll(/```[a-z]*\s*\n([\s\S]*?)```/gi)].flatMap((block) => parsed(block[1]!) ?? []);
  const found = blocks.length > 0 ? blocks : objectsIn(text);
  const distinct = new Map(found.map((each) => [JSON.stringify(each.value), each]));
  if (distinct.size === 1) return [...distinct.values()][0]!;
  if (distinct.size > 1) return { problem: `the reply holds ${distinct.size} JSON values, and one was asked for` };
  return {
    problem: /[{[]/.test(text) ? "the JSON in the reply is not complete or not valid" : "the reply holds no JSON",
  };
}

function parsed(text: string): { value: object } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { value } : undefined;
  } catch {
    return undefined; // not JSON: the caller looks further
  }
}

/** Balanced `{…}` or `[…]` outside of one another that parse. */
function objectsIn(text: string): Array<{ value: object }> {
  const found: Array<{ value: object }> = [];
  let start = -1;
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (quoted) {
      if (character === "\\") i += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"' && depth > 0) quoted = true;
    else if (character === "{" || character === "[") {
      if (depth === 0) start = i;
      depth += 1;
    } else if ((character === "}" || character === "]") && depth > 0) {
      depth -= 1;
      if (depth === 0) found.push(...[parsed(text.slice(start, i + 1)) ?? []].flat());
    }
  }
  return found;
}
