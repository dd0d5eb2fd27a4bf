/** A name as code, for Markdown. Names hold no backtick: see `identifiers.ts`. */
export function code(name: string): string {
  return `\`${name}\``;
}
