import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openMemory } from "../../src/open-memory.ts";
import { completeModelsOptions, modelFor } from "../../src/options/models.ts";

const OLLAMA = { provider: "openai-compatible", model: "m", baseUrl: "http://127.0.0.1:11434/v1" };

it.each<[string, unknown, RegExp]>([
  ["a list", [], /"models" must be a map/],
  ["an unknown role", { writer: OLLAMA }, /no option is called "models.writer"/],
  [
    "an unknown key of a role",
    { judge: { ...OLLAMA, apiKey: "sk-secret-1" } },
    /no option is called "models.judge.api_key"/,
  ],
  [
    "a key in the place of its name",
    { judge: { ...OLLAMA, keyEnv: "sk-secret-1" } },
    /"models.judge.key_env" must be the name/,
  ],
  ["an address with a password", { judge: { ...OLLAMA, baseUrl: "http://a:sk-secret-1@b/v1" } }, /base_url/],
  ["an unknown provider", { judge: { ...OLLAMA, provider: "me" } }, /"openai-compatible" or "anthropic"/],
  ["no server", { judge: { ...OLLAMA, baseUrl: undefined } }, /"models.judge.base_url" is missing/],
  ["no model", { judge: { ...OLLAMA, model: undefined } }, /"models.judge.model" is missing/],
  ["an embedder of Anthropic", { embed: { provider: "anthropic", model: "m" } }, /has no embeddings/],
  ["half a call", { runCalls: 0.5 }, /"models.run_calls" must be a whole number, 0 or more, got 0.5/],
  ["no time at all", { timeoutSeconds: 0 }, /"models.timeout_seconds"/],
])("%s is refused by name, and no key is repeated", (_, models, reason) => {
  expect(() => completeModelsOptions(models)).toThrow(reason);
  try {
    completeModelsOptions(models);
  } catch (error) {
    expect(String(error)).not.toContain("sk-secret");
  }
});

it("a role that is not named is played by the default, the embedder aside", () => {
  const options = completeModelsOptions({ default: OLLAMA, judge: { ...OLLAMA, model: "strict" } });
  expect(modelFor(options, "summarise")!.model).toBe("m");
  expect(modelFor(options, "judge")!.model).toBe("strict");
  expect(modelFor(options, "embed")).toBeUndefined();
});

it("config.yaml is read at every depth, and its errors name its own words", async () => {
  const home = mkdtempSync(join(tmpdir(), "habitus-options-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const role = "{provider: openai-compatible, model: m, base_url: 'http://127.0.0.1:1/v1', max_tokens: 64}";
  writeFileSync(join(home, "config.yaml"), `models:\n  summarise: ${role}\n  day_calls: 7\n`);
  const memory = await openMemory({ home, project: "p", env: {} });
  expect((await memory.status()).models).toEqual({
    roles: { summarise: "m" },
    today: { calls: 0, tokens: 0 },
    most: { calls: 7, tokens: 10_000_000 },
    waiting: 0,
  });
  await memory.close();
  writeFileSync(
    join(home, "config.yaml"),
    `models:\n  summarise: ${role.replace("max_tokens: 64", "max_tokens: 1")}\n`,
  );
  await expect(openMemory({ home, project: "p", env: {} })).rejects.toThrow(
    /"models.summarise.max_tokens" must be a whole number, 16/,
  );
});

it.each([
  ["policy: nonsense", /config\.yaml: "policy" must be "attribution" or "reme", got "nonsense"/],
  ["session_idle_minutes: soon", /config\.yaml: "session_idle_minutes" must be/],
  ["foo: 1", /config\.yaml: no option is called "foo"/],
  ["policy: [", /config\.yaml: /],
])("an error in config.yaml (%s) names the file and what to do", async (text, message) => {
  const home = mkdtempSync(join(tmpdir(), "habitus-options-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  writeFileSync(join(home, "config.yaml"), `${text}\n`);
  const opened = openMemory({ home, cwd: home, env: {} });
  await expect(opened).rejects.toThrow(message);
  await expect(opened).rejects.toMatchObject({
    code: "INVALID_INPUT",
    hint: expect.stringContaining("Correct the file, or remove it"),
  });
});
