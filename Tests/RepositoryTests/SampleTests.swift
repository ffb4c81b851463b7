import Foundation
import Testing

/// The programs on the page for game servers: files of their own, which run.
struct SampleTests {
  private static let folder = "Sources/Daicho.docc/Samples"

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
  }

  @Test(arguments: [("typescript", "spend.ts"), ("python", "grants.py")])
  func `the page shows the programs that are run`(language: String, file: String) throws {
    let page = try Self.text("Sources/Daicho.docc/GameServers.md")
    let blocks = page.components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(!blocks.isEmpty)
    #expect(blocks.joined(separator: "\n\n") == (try Self.text("\(Self.folder)/\(file)")))
  }

  @Test func `the page of purchases shows the programs of four languages`() throws {
    let page = try Self.text("Sources/Daicho.docc/Guides/Purchases.md")
    let shown = page.matches(of: /`Samples\/([^`]+)`[\s\S]*?```\w+\n([\s\S]*?)```/)
    #expect(
      shown.map { String($0.1) } == [
        "purchases.py", "purchases.ts", "Purchases.kt", "Swift/Purchases.swift",
        "Swift/PurchaseDelivery.swift",
      ])
    for match in shown {
      #expect(match.2 == (try Self.text("\(Self.folder)/\(match.1)")), "\(match.1)")
    }
  }

  @Test(.enabled("node runs the sample in TypeScript") { SampleTests.has("node") })
  func `a spend survives a proxy's page, half a body and an empty answer`() throws {
    let source = try Self.text("\(Self.folder)/spend.ts")
      .replacing(/: (string|number)(?=[,)])/, with: "")
    try Self.run("node", source + Self.spendCheck, named: "spend.mjs")
  }

  @Test(.enabled("python3 runs the sample in Python") { SampleTests.has("python3") })
  func `each telling of a grant books what is owed by it, in Python`() throws {
    let source = try Self.text("\(Self.folder)/grants.py")
    try Self.run(
      "python3", Self.pythonSettings + source + Self.pythonCheck, named: "grants_check.py")
  }

  @Test(
    .enabled("node and python3 run it") { SampleTests.has("node") && SampleTests.has("python3") })
  func `each telling of a grant books what is owed by it, in TypeScript`() throws {
    let (code, source) = try Repository.run(
      "python3", "\(Self.bench)/strip_types.py",
      Repository.root.appending(path: "\(Self.folder)/grants.ts").path)
    #expect(code == 0, "\(source)")
    try Self.run("node", source + Self.typescriptCheck, named: "grants.mjs")
  }

  private static func has(_ program: String) -> Bool {
    (try? Repository.run(program, "--version").0) == 0
  }

  private static func run(_ program: String, _ source: String, named name: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // a leftover folder harms nothing
    let file = folder.appending(path: name)
    try source.write(to: file, atomically: true, encoding: .utf8)
    let (code, output) = try Repository.run(program, file.path)
    #expect(code == 0, "\(output)")
  }

  /// Four answers in turn: a page of a proxy, half a body, nothing with a time to wait, and the entry.
  /// The clock does not wait, and tells how long it was asked to.
  private static let spendCheck = """

    import assert from "node:assert";
    const waits = [];
    globalThis.setTimeout = (wake, time) => { waits.push(time); setImmediate(wake); };
    let asked = [];
    function answering(...answers) {
      asked = [];
      waits.length = 0;
      globalThis.fetch = async (url, request) => {
        asked.push([url, request.headers["Idempotency-Key"], request.body]);
        const next = answers.length > 1 ? answers.shift() : answers[0];
        if (next === null) throw new TypeError("fetch failed");
        return new Response(...next);
      };
    }
    const entry = '{"coin":"gem","change":-30,"balance":70}';
    answering(
      null, ["<html>Bad Gateway</html>", { status: 502 }], ['{"coin":"ge', { status: 200 }],
      ["", { status: 503, headers: { "Retry-After": "7" } }], [entry, { status: 200 }]);
    assert.deepEqual(await spend("ann/1", "gem", 30, "o-1"), JSON.parse(entry));
    assert.deepEqual(waits, [500, 1000, 2000, 7000]);
    assert.equal(asked.length, 5);
    assert.ok(asked.every(([url, key]) => key === '"o-1"' && url.includes("ann%2F1")));
    answering(['{"code":"insufficient_coins","retryable":false}', { status: 409 }]);
    await assert.rejects(spend("ann", "gem", 30, "o-2"), /insufficient_coins/);
    assert.equal(asked.length, 1);
    answering(["", { status: 503, headers: { "Retry-After": "soon" } }]);
    await assert.rejects(spend("ann", "gem", 30, "o-3"), /no_answer/);
    assert.equal(asked.length, 10);
    assert.ok(Math.max(...waits) <= 10000);
    """

  /// The folder of the cases and of the database in which both samples book.
  private static let bench = Repository.root.appending(path: "Tests/OwnWallet").path

  private static let pythonSettings = """
    import os, sys
    os.environ.update(DAICHO="http://127.0.0.1:1", DAICHO_KEY="key")
    sys.dont_write_bytecode = True

    """

  private static let pythonCheck = """


    sys.path.insert(0, "\(bench)")
    from game_database import GameDatabase

    def ask(method, path, body=None, **query):
        told.append(body["bookedAmount"])
        return {}

    for case in json.load(open("\(bench)/cases.json")):
        told, database = [], GameDatabase(":memory:")
        database.create()
        for grant in case["grants"]:
            keep(database, {"id": "a", "coin": "ticket", **grant})
        purses = dict(database.execute("select account, balance from purse"))
        assert purses == case["purses"], (case["name"], purses)
        assert (told[-1] if told else None) == case["acknowledged"], (case["name"], told)
    """

  private static let typescriptCheck = """

    import assert from "node:assert";
    import { spawnSync } from "node:child_process";
    import { readFileSync } from "node:fs";

    // A transaction at a time: each statement of a case is run again with those before it.
    function database() {
      const said = [];
      return {
        async query(sql, values = []) {
          said.push(JSON.stringify({ sql, values }));
          const { stdout } = spawnSync("python3", ["-B", "\(bench)/game_database.py", ":memory:"], {
            input: said.join("\\n") + "\\n", encoding: "utf8",
          });
          return JSON.parse(stdout.trim().split("\\n").at(-1));
        },
        async transaction(work) { await work(this); },
      };
    }
    for (const test of JSON.parse(readFileSync("\(bench)/cases.json", "utf8"))) {
      const told = [];
      globalThis.fetch = async (url, request) => {
        told.push(JSON.parse(request.body).bookedAmount);
        return new Response("{}", { status: 200 });
      };
      const kept = database();
      for (const grant of test.grants) await keep(kept, { id: "a", coin: "ticket", ...grant });
      const { rows } = await kept.query("select account, balance from purse");
      const purses = Object.fromEntries(rows.map((row) => [row.account, row.balance]));
      assert.deepEqual(purses, test.purses, test.name);
      assert.equal(told.at(-1) ?? null, test.acknowledged, test.name);
    }
    """
}
