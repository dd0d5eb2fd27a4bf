import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DATA, sandbox } from "./habitus.ts";
import { nodesUnderTest } from "./nodes.ts";

const STOCK = "Buy 100 shares of AAPL at the current market price";

describe.each(nodesUnderTest())("the loop on Node $major", ({ path: node }) => {
  it("goes from real runs to a card that comes back for a new task, and can be seen, corrected and undone", () => {
    const { ok, run, cwd } = sandbox(node);
    const imported = ok("import", join(DATA, "bfcl"), "--json").json();
    expect(imported).toMatchObject({ trajectories: 50, calls: 282, problems: [] });
    expect(ok("import", join(DATA, "bfcl"), "--json").json()).toMatchObject({ trajectories: 0 });

    const learned = ok("learn", "--json").json();
    const created = learned.decisions.filter((decision: { verdict: string }) => decision.verdict === "created");
    const keys = created.map((decision: { key: string }) => decision.key);
    for (const key of [
      "provenance place_order.price <- get_stock_info.price",
      "provenance cancel_booking.booking_id <- book_flight.booking_id",
      "provenance retrieve_invoice.booking_id <- book_flight.booking_id",
      "provenance set_budget_limit.budget_limit <- compute_exchange_rate.exchanged_value",
    ]) {
      expect(keys).toContain(key);
    }
    expect(ok("learn", "--json").json()).toMatchObject({ trajectories: 0 });

    const advice = ok("recall", STOCK, "--json", "--explain").json();
    const stock = created.find(
      (decision: { key: string }) => decision.key === keys.find((key: string) => key.includes("place_order.price")),
    );
    expect(advice.cards[0]).toBe(stock.card);
    expect(advice.text).toContain("get_stock_info");
    expect(advice.explain[0]).toMatchObject({ id: stock.card, shown: true });
    expect(advice.explain[0].fields.length).toBeGreaterThan(0);
    expect(ok("outcome", "good", "--json").json()).toMatchObject({ attempt: advice.attempt, cards: advice.cards });

    const shown = ok("show", stock.card, "--json").json();
    expect(shown).toMatchObject({ freq: 1, utility: 1 });
    const before = readFileSync(shown.path, "utf8");
    const edited = join(cwd, "edited.md");
    writeFileSync(edited, `${before.trimEnd()}\n\n## Notes\nOnly while the market is open.\n`);
    ok("edit", stock.card, "--file", edited);
    expect(ok("diff", stock.card).stdout).toContain("+Only while the market is open.");
    ok("undo", stock.card);
    expect(readFileSync(shown.path, "utf8")).toBe(before);

    ok("retire", stock.card, "--reason", "trying");
    expect(ok("recall", STOCK, "--json").json().cards).not.toContain(stock.card);
    ok("restore", stock.card);
    expect(ok("recall", STOCK, "--json").json().cards).toContain(stock.card);
    expect(ok("log", stock.card).stdout).toContain("trying");
    expect(run("show", "no-such-card").status).toBe(2);
    expect(ok("status", "--json").json()).toMatchObject({ trajectories: 50, waiting: 0 });
    expect(run("doctor").status).toBe(0);
  });
});

describe("what a person does by hand", () => {
  it("[L10] retires a card after five recalls of which two ended well, and restore brings it back for good", () => {
    const { ok, home } = sandbox();
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "config.yaml"), "policy: reme\n");
    ok("create", "db.backup", "--trigger", "before a database migration", "--title", "Back the database up first");
    for (const outcome of ["good", "bad", "good", "bad"]) {
      expect(ok("recall", "run the database migration", "--json").json().cards).toEqual(["db.backup"]);
      expect(ok("outcome", outcome, "--json").json().retired).toEqual([]);
    }
    ok("recall", "run the database migration");
    const last = ok("outcome", "bad", "--json").json();
    expect(last.retired).toEqual([{ id: "db.backup", reason: expect.stringContaining("2 of 5") }]);
    expect(ok("recall", "run the database migration", "--json").json().cards).toEqual([]);
    ok("restore", "db.backup");
    ok("recall", "run the database migration");
    expect(ok("outcome", "bad", "--json").json().retired).toEqual([]);
    expect(ok("show", "db.backup", "--json").json()).toMatchObject({ status: "active", freq: 6, utility: 2 });
  });

  it("[L4] moves confidence by exactly 0.1", () => {
    const { ok } = sandbox();
    ok("create", "a.b", "--trigger", "one situation", "--confidence", "0.7");
    ok("create", "c.d", "--trigger", "quite another thing", "--confidence", "0.4");
    expect(ok("reinforce", "a.b", "--json").json()).toEqual({ id: "a.b", before: 0.7, after: 0.8 });
    expect(ok("weaken", "c.d", "--json").json()).toEqual({ id: "c.d", before: 0.4, after: 0.3 });
    expect(readFileSync(ok("show", "a.b", "--json").json().path, "utf8")).toContain("confidence: 0.8");
  });

  it("[T1] creates Korean, Japanese and Chinese cards with readable ids, and finds them by two characters", () => {
    const { ok } = sandbox();
    const cards = [
      { trigger: "배포 전에 테스트를 실행한다", query: "배포", other: "롤백" },
      { trigger: "デプロイ前にテストを実行する", query: "デプロイ", other: "巻き戻し" },
      { trigger: "部署前先跑测试", query: "部署", other: "回滚" },
    ];
    for (const { trigger, query } of cards) {
      const { id } = ok("create", "--trigger", trigger, "--json").json();
      expect(id).toMatch(/\p{L}/u);
      expect(trigger.normalize("NFC")).toContain(id.split(/[-.]/)[0]);
      expect(ok("recall", query, "--no-record", "--json").json().cards).toEqual([id]);
    }
    expect(
      new Set(
        ok("list", "--json")
          .json()
          .cards.map((card: { id: string }) => card.id),
      ).size,
    ).toBe(3);
    for (const { other } of cards) expect(ok("recall", other, "--no-record", "--json").json().cards).toEqual([]);
  });

  it("keeps two cards with the same trigger apart, by id", () => {
    const { ok } = sandbox();
    const first = ok("create", "--trigger", "커밋", "--json").json().id;
    const second = ok("create", "--trigger", "커밋", "--title", "커밋 메시지를 한국어로 쓴다", "--json").json().id;
    expect(first).not.toBe(second);
    expect(readdirSync(join(ok("status", "--json").json().home, "experiences")).sort()).toEqual(
      [`${first}.md`, `${second}.md`].sort(),
    );
  });
});

describe("bad input", () => {
  it("[S2] names a broken card with file and line, and goes on with the others", () => {
    const { ok, run } = sandbox();
    ok("create", "good.card", "--trigger", "releasing a package");
    ok("create", "broken.card", "--trigger", "signing a package");
    const { path } = ok("show", "broken.card", "--json").json();
    writeFileSync(path, readFileSync(path, "utf8").replace(/^confidence: .*$/m, "confidence: very high"));
    const listed = run("list", "--json");
    expect(listed.status).toBe(3);
    expect(listed.json().cards.map((card: { id: string }) => card.id)).toEqual(["good.card"]);
    const line =
      readFileSync(path, "utf8")
        .split("\n")
        .findIndex((text) => text.startsWith("confidence")) + 1;
    expect(listed.json().problems).toEqual([{ path, line, problem: expect.stringContaining("confidence") }]);
    expect(ok("recall", "releasing a package", "--json").json().cards).toEqual(["good.card"]);
    expect(run("doctor").stdout).toContain(`${path}:${line}`);
    writeFileSync(path, readFileSync(path, "utf8").replace("confidence: very high", "confidence: 0.6"));
    expect(ok("list", "--json").json().cards).toHaveLength(2);
  });

  it("[O2] names damaged lines of an import and takes the rest", () => {
    const { run, cwd } = sandbox();
    const lines = readFileSync(join(DATA, "bfcl", "golden.jsonl"), "utf8")
      .split("\n")
      .slice(0, 3);
    const file = join(cwd, "runs.jsonl");
    writeFileSync(file, `${lines[0]}\n{"id": "torn", "turns": [[{"call\n${lines[1]}\n`);
    const report = run("import", file, "--json").json();
    expect(report.trajectories).toBe(2);
    expect(report.problems).toEqual([{ path: file, line: 2, problem: expect.any(String) }]);
  });

  it("says what is wrong and what to do, with the documented exit code", () => {
    const { run, cwd } = sandbox();
    const cases: Array<[string[], number, RegExp]> = [
      [["import", "nowhere.jsonl"], 2, /nowhere\.jsonl: no such file/],
      [["recall", "  "], 2, /no task/],
      [["outcome", "perhaps"], 2, /good, bad, or a number/],
      [["outcome", "good"], 2, /comes first/],
      [["create", "x"], 2, /--trigger/],
      [["create", "../x", "--trigger", "y"], 2, /cannot be an id/],
      [["create", "x", "--trigger", "y", "--confidence", "2"], 2, /0 to 1/],
      [["list", "--status", "lost"], 2, /Statuses:/],
      [["show", "nothing"], 2, /no card is called/],
      [["frobnicate"], 2, /unknown command/],
    ];
    for (const [args, status, message] of cases) {
      const answer = run(...args);
      expect([args, answer.status]).toEqual([args, status]);
      expect(answer.stderr).toMatch(message);
      expect(answer.stdout).toBe("");
    }
    writeFileSync(join(cwd, "text.jsonl"), "this is prose\n");
    expect(run("import", "text.jsonl").status).toBe(2);
  });

  it("speaks Korean when asked to", () => {
    const { ok, run } = sandbox();
    expect(ok("--lang", "ko", "list").stdout).toContain("카드가 아직 없습니다");
    expect(ok("--lang", "ko", "--help").stdout).toContain("에이전트");
    expect(run("status", "--json", "--lang", "ko").json().project.name).toBeTypeOf("string");
  });
});
