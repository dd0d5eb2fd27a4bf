/** A text of 60 kB that shows when a part of it is missing or from another one. */
export function wholeText(name: string): string {
  return `<${name}>${` ${name}`.repeat(60_000 / (name.length + 1))}</${name}>`;
}

export function isWhole(text: string): boolean {
  const name = /^<([^>]*)>/.exec(text)?.[1];
  return name !== undefined && text === wholeText(name);
}
