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

  @Test(.enabled("node runs the sample in TypeScript") { SampleTests.has("node") })
  func `a spend survives a proxy's page, half a body and an empty answer`() throws {
    let source = try Self.text("\(Self.folder)/spend.ts")
      .replacing(/: (string|number)(?=[,)])/, with: "")
    try Self.run("node", source + Self.spendCheck, named: "spend.mjs")
  }

  @Test(.enabled("python3 runs the sample in Python") { SampleTests.has("python3") })
  func `grants are booked once, and what changes later is followed`() throws {
    let source = try Self.text("\(Self.folder)/grants.py")
    try Self.run("python3", source + Self.grantsCheck, named: "grants.py")
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

  /// Grants in pages of two: one waits without an account, one was partly refunded before it was
  /// booked, and one was delivered elsewhere.
  private static let grantsCheck = """


    import sqlite3

    class Connection:
        def __init__(self):
            self.database = sqlite3.connect(":memory:")
            self.database.execute("create table granted (id text primary key, booked int, held int)")
        def execute(self, sql, values):
            return self.database.execute(sql.replace("%s", "?").replace(" for update", ""), values)
        def __enter__(self):
            return self.database.__enter__()
        def __exit__(self, *problem):
            return self.database.__exit__(*problem)

    def grant(id, account, amount, revoked=0, **more):
        return {"id": id, "account": account, "coin": "star", "amount": amount,
                "revokedAmount": revoked, "state": "pending", **more}

    grants = [grant("a", "ann", 7), grant("b", None, 9), grant("c", "ben", 100, 50),
              grant("d", "ann", 5), grant("e", "ann", 40, deliveredElsewhere=True)]
    grants[4]["state"] = "acknowledged"
    coins = {}
    told = {}

    def get(path, state=None, changedAfter=None, after=None):
        found = [each for each in grants if state in (None, each["state"])]
        start = int(after or 0)
        more = start + 2 < len(found)
        return {"grants": found[start:start + 2], "next": str(start + 2) if more else None,
                "position": "p2"}

    def post(path, body):
        told[path.split("/")[3]] = body["bookedAmount"]

    def add_coins(connection, account, coin, amount):
        coins[account] = coins.get(account, 0) + amount

    connection = Connection()
    for _ in range(3):
        pull(connection)
    assert coins == {"ann": 12, "ben": 50}, coins
    assert told == {"a": 7, "c": 50, "d": 5}, told
    grants[0]["revokedAmount"] = 7
    grants[4]["revokedAmount"] = 10
    for _ in range(2):
        assert follow(connection, "p1") == "p2"
    assert coins == {"ann": 12 - 7 - 10, "ben": 50}, coins
    grants[0]["revokedAmount"] = 0
    grants[1]["account"] = "ben"
    follow(connection, "p2")
    pull(connection)
    assert coins == {"ann": 12 - 10, "ben": 59}, coins
    """
}
