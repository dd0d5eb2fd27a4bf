// How this project writes YAML: maps and lists in flow style on one line, text plain where nobody could misread it.

/** Neither YAML 1.2 nor 1.1 reads text of this shape as anything but itself, inside or outside of brackets. */
const PLAIN = /^[\p{L}_/$(](?:[\p{L}\p{M}\p{N}_./$()<>=*+%^;'@~ -]*[\p{L}\p{M}\p{N}_./$()<>=*+%^;'@~-])?$/u;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const MEANS_SOMETHING = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

/** @param value  what JSON can hold; keys are names that need no quotes; absent members are left out */
export function yamlFlow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(yamlFlow).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([key, member]) => `${key}: ${yamlFlow(member)}`).join(", ")}}`;
  }
  return typeof value === "string" ? yamlPlain(value) : String(value);
}

/** The text without quotes if that is safe, else in double quotes. */
export function yamlPlain(text: string): string {
  return TIME.test(text) || (PLAIN.test(text) && !MEANS_SOMETHING.test(text)) ? text : yamlQuoted(text);
}

/** The text in double quotes, on one line. */
export function yamlQuoted(text: string): string {
  // JSON's strings are YAML's, but for what YAML takes for line ends or does not print.
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escapeUnit);
}

/** The text in single quotes if they can hold it, else in double quotes. */
export function yamlSingleQuoted(text: string): string {
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u.test(text) ? `'${text.replaceAll("'", "''")}'` : yamlQuoted(text);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
