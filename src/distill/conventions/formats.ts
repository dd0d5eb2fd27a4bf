/**
 * Forms in which the same thing can be written, by an example or pattern that needs no translation. A closed list: what an argument
 * holds never becomes a form.
 */
export const FORMATS: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ["YYYY-MM-DD", /^\d{4}-\d{2}-\d{2}$/],
  ["YYYY-MM-DDThh:mm", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/],
  ["YYYY/MM/DD", /^\d{4}\/\d{2}\/\d{2}$/],
  ["DD/MM/YYYY", /^\d{1,2}\/\d{1,2}\/\d{4}$/],
  ["hh:mm", /^\d{1,2}:\d{2}$/],
  ["https://…", /^https?:\/\/\S+$/],
  ["/path/from/root", /^(?:\/|[A-Z]:[\\/])[^\s/\\]+[/\\]\S+$/],
  ["./path/from/here", /^\.{1,2}\/\S+$/],
  ["path/from/here", /^[A-Za-z_@.-][^\s/:]*(?:\/[^\s/:]+)+$/],
  ["kebab-case", /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/],
  ["snake_case", /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/],
  ["camelCase", /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+$/],
  ["PascalCase", /^(?:[A-Z][a-z0-9]+){2,}$/],
  ["UPPER_CASE", /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/],
];

/** The form that a text is written in; undefined for anything else, such as prose, numbers and single words. */
export function formatOf(text: string): string | undefined {
  return text.length > 200 ? undefined : FORMATS.find(([, pattern]) => pattern.test(text))?.[0];
}
