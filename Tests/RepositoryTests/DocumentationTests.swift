import Access
import EventStore
import Outbox
import Postgres
import Projections
import Reconciliation
import TestSupport
import Testing

/// The tables that are the same on every node, with the reason why they need no lane. Every other
/// table grows.
private let referenceTables = [
  "installation": "one row",
  "interned_string": "recurring words, a few thousand",
  "jws_header": "one row for each certificate of Apple's",
  "evidence_dictionary": "one row for each dictionary ever used",
  "event_type": "one row for each kind of event",
  "api_key": "a few keys",
  "master_key": "a few keys",
  "schema_migration": "one row for each migration",
  "sweep": "some windows an hour for each app, whatever is sold",
  "rejected_notification": "what Apple said and settings refuse, until they are mended",
  "notification_reach": "one row for each app",
  "notification_rejection": "one row for each hour, app and reason of a month",
  "running_server": "one row for each process of the last day, a thousand at most",
  "history_count": "two rows a day for each app",
  "reconciler_lease": "one row for each app",
  "projection_generation": "four rows for each rebuild",
  "projection_rebuild": "a row for each lane while a rebuild lasts",
  "period_close": "one row for each closed month of an app",
  "period_report": "some files for each closed month of an app",
  "period_total": "the sums of each closed month by product, storefront and rate",
  "period_deferred": "the sums of each closed month by product and storefront",
  "apple_file": "some files a day, whatever is sold",
  "backfill": "one row for each file of the first day",
  "backfill_failure": "the lines of those files that cannot be fetched",
]

/// The rules that let the same schema and statements run on one server and on many.
struct DocumentationTests {
  @Test func `the lane comes first in every key of what grows`() async throws {
    let keys = try await texts(
      """
      select t.relname || ' ' || i.relname || ' ' || a.attname
      from pg_index x
      join pg_class t on t.oid = x.indrelid
      join pg_class i on i.oid = x.indexrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
      where t.relnamespace = 'public'::regnamespace
      """)
    for key in keys.map({ $0.split(separator: " ") }) {
      guard referenceTables[String(key[0])] == nil else { continue }
      #expect(key[2] == "lane", "\(key[0]): \(key[1]) begins with \(key[2])")
    }
    let keyed = Set(keys.map { String($0.prefix { $0 != " " }) })
    #expect(Set(try await tables()).subtracting(keyed) == [], "tables without a key")
  }

  @Test func `every reference table named is there`() async throws {
    #expect(Set(referenceTables.keys).subtracting(try await tables()) == [])
  }

  @Test func `every statement names the lane of what grows`() async throws {
    let growing = Set(try await tables()).subtracting(referenceTables.keys)
    for statement in everyStatement {
      let words = Set(
        Self.code(statement.sql).split { !$0.isLetter && $0 != "_" }.map { $0.lowercased() })
      let touched = growing.intersection(words)
      #expect(touched.isEmpty || words.contains("lane"), "\(statement.name): \(touched)")
    }
  }

  @Test(arguments: [
    ("a sequence", "select relname from pg_class where relkind = 'S' and relnamespace = $schema"),
    (
      "an identity",
      """
      select attname from pg_attribute join pg_class on pg_class.oid = attrelid
      where attidentity <> '' and relnamespace = $schema
      """
    ),
    (
      "a foreign key",
      "select conname from pg_constraint where contype = 'f' and connamespace = $schema"
    ),
    (
      "a trigger that notifies",
      "select proname from pg_proc where prosrc ~* 'notify' and pronamespace = $schema"
    ),
    (
      "a function of transaction ids",
      """
      select proname from pg_proc
      where prosrc ~* '\\m(txid_|pg_current_xact|pg_snapshot)' and pronamespace = $schema
      """
    ),
  ])
  func `the schema has none of what many servers cannot keep`(what: String, query: String)
    async throws
  {
    let found = try await texts(query.replacing("$schema", with: "'public'::regnamespace"))
    #expect(found == [], "\(what)")
  }

  @Test func `no statement leans on transaction ids`() {
    let xids = /\b(txid_\w+|pg_current_xact\w*|pg_snapshot\w*|xmin|xmax|ctid)\b/
    for statement in everyStatement {
      #expect(!Self.code(statement.sql).contains(xids), "\(statement.name)")
    }
  }

  @Test func `no update calls a volatile function`() async throws {
    let volatile = Set(
      try await texts("select distinct proname from pg_proc where provolatile = 'v'"))
    let assignment = /\bupdate\b[^;]*?\bset\b(.*?)(\bwhere\b|\bfrom\b|\breturning\b|$)/
      .dotMatchesNewlines().ignoresCase()
    for statement in everyStatement {
      for match in Self.code(statement.sql).matches(of: assignment) {
        let called = match.1.matches(of: /(\w+)\s*\(/).map { String($0.1).lowercased() }
        #expect(volatile.intersection(called) == [], "\(statement.name)")
      }
    }
  }

  @Test func `no code knows a constraint by its name`() async throws {
    let names = try await texts(
      "select conname from pg_constraint where connamespace = 'public'::regnamespace")
    try #require(!names.isEmpty)
    for file in try Repository.files(in: ["Sources"], endingIn: [".swift", ".sql"]) {
      let words = file.words
      #expect(names.filter { words.contains($0[...]) } == [], "\(file.path)")
    }
  }

  /// Returns the tables of the schema, without the partitions.
  private func tables() async throws -> [String] {
    try await texts(
      """
      select relname from pg_class
      where relkind in ('r', 'p') and not relispartition
        and relnamespace = 'public'::regnamespace
      """)
  }

  private func texts(_ sql: String) async throws -> [String] {
    try await MigratedDatabase.with { pool, _ in
      try await pool.withConnection { connection in
        try await connection.query(
          Statement(unsafeSQL: "select x.found::text from (\(sql)) as x(found)")
        ).decode()
      }
    }
  }

  /// Returns a statement without its comments and texts.
  private static func code(_ sql: String) -> String {
    sql.split(separator: "\n").map { line in
      line.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)[0]
    }.joined(separator: "\n").replacing(/'[^']*'/, with: "''")
  }
}
