import { describe, expect, it } from "vitest";
import { createScrubber } from "../../../src/observe/scrub/scrub.ts";

const scrubber = createScrubber();

/** Texts made of nothing but beginnings: each asks a rule to look far ahead, in vain, at every step. */
const UNITS: readonly string[] = [
  "key=",
  "password=",
  'password="',
  "password='\\\"",
  '"password":"',
  "eyJ-",
  "eyJaaaaaaaa.",
  "sk-a",
  "ghp_",
  "xoxb-",
  "M-",
  "://",
  "://a:",
  "://a:@",
  "://${",
  "://$a",
  "-----BEGIN PRIVATE KEY-----",
  "-----END PRIVATE KEY-----",
  "machine a login b password ",
  "machine ",
  "\\",
  '\\"',
  "\\n",
  "%25",
  "%3D",
  "&amp;",
  "비밀번호",
  "密码：",
  '"kty":"d":"',
  "Q~",
  ":AA",
  "AZDO",
  "curl -u ",
  "mysql -p",
  "docker login -p ",
  "password is ",
  "<password ",
  '<password x="',
  '"name":"DB_PASSWORD",',
  "'password', ",
  "password: |\n ",
  'passwords: ["a",',
  "Authorization: Digest a=b, ",
  "Cookie: a=b; ",
  "${PASSWORD:-",
  "password=${",
  "password={{",
  "password=$(",
  "password=(",
  "token=a.b.",
  "token=a-",
  '"""',
  "a:8080:b:c:d\n",
  "a.",
  "echo a | sudo -S ",
  "IDENTIFIED BY '",
  "token: str = ",
  "パスワード「",
  "[hidden:",
  "[hidden:a]",
];

function cpuMs(text: string): number {
  const before = process.cpuUsage();
  scrubber.scrubText(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe("hostile text", () => {
  it.each(UNITS)("[H8] costs in proportion to its length: %j", (unit) => {
    const text = (length: number): string => unit.repeat(Math.ceil(length / unit.length));
    cpuMs(text(20_000));
    // Four times the length: four times the work when linear, sixteen times when quadratic. The best of three, because a
    // busy machine only ever adds; a floor, because small times are mostly noise.
    const growth = Math.min(...[1, 2, 3].map(() => cpuMs(text(120_000)) / Math.max(4, cpuMs(text(30_000)))));
    expect(growth).toBeLessThan(9);
  });

  it("[H8] takes 20 MB in one piece and finds the secret at its end", () => {
    const text = `${"2026-11-03T08:12:45Z info  test   suite orders passed, 31 cases\n".repeat(320_000)}password: riverstone9\n`;
    expect(text.length).toBeGreaterThan(20_000_000);
    const scrubbed = scrubber.scrubText(text);
    expect(scrubbed.endsWith("password: [hidden:password]\n")).toBe(true);
    expect(scrubbed.length).toBe(text.length + "[hidden:password]".length - "riverstone9".length);
  });
});
