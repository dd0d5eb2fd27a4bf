import { describe, expect, it } from "vitest";
import { classifyKey, splitName } from "../../../src/observe/scrub/key-name.ts";
import { classifyCjkKey, findCjkNames } from "../../../src/observe/scrub/key-words-cjk.ts";

describe("key names", () => {
  it("are split where capitals, signs and digits split them", () => {
    expect(splitName("spring.datasource.dbPassword2")).toEqual(["spring", "datasource", "db", "password"]);
    expect(splitName("X-API-Key")).toEqual(["x", "api", "key"]);
    expect(splitName("AWSSecretAccessKey")).toEqual(["aws", "secret", "access", "key"]);
  });

  it.each([
    ["DB_PASSWORD", "any"],
    ["PGPASSWORD", "any"],
    ["smtp_pass", "any"],
    ["SECRET_KEY_BASE", "any"],
    ["password_confirmation", "any"],
    ["access_token", "any"],
    ["token", "telling"],
    ["api_key", "telling"],
    ["pass", "telling"],
    ["cache_key_value", undefined],
    ["key", "random"],
    ["pin", "digits"],
  ])("%s asks of its value: %s", (name, demand) => {
    expect(classifyKey(name)?.demand).toBe(demand);
  });

  it.each([
    "tokenCount",
    "password_policy",
    "publicKey",
    "primary_key",
    "next_page_token",
    "cancellationToken",
    "secret_name",
    "boarding_pass",
    "author",
    "keyboard",
    "monkey",
    "PWD",
    "session_timeout",
  ])("%s promises no secret", (name) => {
    expect(classifyKey(name)).toBeUndefined();
  });

  it("are known in Korean, Japanese and Chinese, alone and as the end of a longer name", () => {
    expect(
      ["비밀번호", "관리자 비밀번호", "パスワード", "数据库密码", "資料庫密碼"].map(
        (name) => classifyCjkKey(name)?.kind,
      ),
    ).toEqual(Array(5).fill("password"));
    expect(["비밀번호 정책", "パスワード強度", "密码长度", "포트"].map((name) => classifyCjkKey(name))).toEqual(
      Array(4).fill(undefined),
    );
    expect(findCjkNames("포트: 1, 접근 토큰: x, API 키: y").map(({ name }) => name)).toEqual(["접근 토큰", "API 키"]);
  });
});
