import EventStore
import Ledger
import Postgres
import Projections
import Reports
import TestSupport
import Testing

@testable import Server

/// Damages by force of what finance keeps: a closed January with a month of 9.99 EUR, and a file of Apple's.
struct SealedBooksTests {
  /// Runs the body with a ledger that closed January and keeps one file of Apple's.
  private func withBooks(_ body: @Sendable (TestLedger) async throws -> Void) async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(1))
      try await ledger.project()
      let period = try #require(ReportingPeriod("2025-01", by: .utc))
      _ = try await ledger.close(period, by: "ada", forcedBecause: nil)
      try await ledger.keep(
        Array(DailyFile.sales("01/10/2025").utf8), named: "S_D_1_20250110.txt")
      try await body(ledger)
    }
  }

  /// Returns the report of a verification a day later.
  private func verified(_ ledger: TestLedger) async throws -> VerifyReport {
    let now = try await Inspection(ledger.pool).clock() + .seconds(86_400)
    return try await Verification(pool: ledger.pool, log: ledger.log).report(now: now)
  }

  private func damage(_ ledger: TestLedger, _ sql: String) async throws {
    try await ledger.script("begin; set local session_replication_role = replica; \(sql); commit")
  }

  @Test func `books as they were kept are whole`() async throws {
    try await withBooks { ledger in
      let report = try await verified(ledger)
      #expect(report.broken == [])
      #expect(report.books?.closes == 1)
      #expect(report.books?.files == 1)
      let events = try await ledger.log.reading.shared().map(\.event)
      let closes = events.compactMap { event in
        if case .shared(.periodClosed(let close)) = event { close } else { nil }
      }
      #expect(closes.map(\.author) == ["ada"])
      #expect(closes.first?.reports.count == report.books?.reports)
      #expect(report.lines.contains { $0.hasPrefix("books: 1 closes with ") })
    }
  }

  private static let close = "the close of 2025-01 of com.example.game in Production"

  @Test(
    arguments: [
      (
        "update period_report set body = '' where report = 'sales' and format = 'csv'",
        "\(close): the bytes of report sales in csv in table period_report are not those told by event "
      ),
      (
        "delete from period_report where report = 'sales' and format = 'csv'",
        "\(close): report sales in csv is missing in table period_report; event "
      ),
      (
        "update period_report set report = 'secret' where report = 'sales' and format = 'csv'",
        "\(close): report secret in csv is kept, and no event tells of it"
      ),
      (
        "update period_total set price = price + 1",
        "\(close): the rows of tables period_total and period_deferred are not those told by event "
      ),
      (
        "delete from period_deferred",
        "\(close): the rows of tables period_total and period_deferred are not those told by event "
      ),
      (
        "update period_total set storefront = null",
        "\(close): the rows of tables period_total and period_deferred are not those told by event "
      ),
      ("delete from period_close", "\(close): event "),
      (
        "update period_close set closed_by = 'eve'",
        "\(close): column closed_by of table period_close is not the one told"
      ),
      (
        "update period_close set forced_because = 'late'",
        "\(close): column forced_because of table period_close is not the one told"
      ),
      (
        "update period_close set rules = 1",
        "\(close): column rules of table period_close is not the one told"
      ),
      (
        "update period_close set left_out = 1",
        "\(close): column left_out of table period_close is not the one told"
      ),
      (
        "update period_close set positions = array_fill(99::bigint, array[cardinality(positions)])",
        "\(close): column lanes with positions of table period_close is not the one told"
      ),
      (
        "update period_close set closed_at = closed_at + interval '1 s'",
        "\(close): column closed_at of table period_close is not the one told"
      ),
      (
        "update period_close set starts_at = starts_at - interval '1 s'",
        "\(close): column starts_at of table period_close is not the one told"
      ),
      (
        "update period_close set ends_at = ends_at + interval '1 s'",
        "the close of 2025-01 of com.example.game in Production: no event of the log tells of it"
      ),
      (
        "update period_close set environment = 'Sandbox'",
        "the close of 2025-01 of com.example.game in Sandbox: no event of the log tells of it"
      ),
      (
        "update period_close set calendar = 'pacific'",
        "\(close): column calendar of table period_close is not the one told"
      ),
      (
        "update apple_file set body = 'x'",
        "Apple's file S_D_1_20250110.txt: column body of table apple_file is not"
      ),
      (
        "update apple_file set kind = 'FINANCIAL'",
        "Apple's file S_D_1_20250110.txt: column kind of table apple_file is"
      ),
      (
        "update apple_file set first_day = '2025-01-09'",
        "Apple's file S_D_1_20250110.txt: column first_day of table apple_file is"
      ),
      (
        "update apple_file set name = 'x.txt'",
        "Apple's file x.txt: column name of table apple_file is not"
      ),
      (
        "update apple_file set imported_at = imported_at + interval '1 second'",
        "Apple's file S_D_1_20250110.txt: column imported_at of table apple_file is not"
      ),
      ("delete from apple_file", "Apple's file S_D_1_20250110.txt: event "),
    ])
  func `a damage by force is named`(sql: String, finding: String) async throws {
    try await withBooks { ledger in
      try await damage(ledger, sql)
      let report = try await verified(ledger)
      let lines = report.broken.map { "\($0.place): \($0.finding)" }
      #expect(lines.contains { $0.hasPrefix(finding) }, "\(lines)")
    }
  }

  @Test func `a close that lost its row has it again from its event`() async throws {
    try await withBooks { ledger in
      try await damage(ledger, "delete from period_close")
      let report = try await verified(ledger)
      #expect(report.broken.contains { $0.finding.contains("`daicho reconcile repair`") })
      let repair = CloseRepair(pool: ledger.pool, log: ledger.log)
      let signature = ActSignature(ActAuthor(name: "ada"), because: "a row was deleted")
      #expect(try await repair.run(signed: signature, at: TestLedger.now) == 1)
      #expect(try await repair.run(signed: signature, at: TestLedger.now) == 0)
      #expect(try await verified(ledger).broken == [])
    }
  }

  @Test(arguments: [
    "delete from period_report where report = 'sales'", "update period_report set body = ''",
    "delete from period_total", "delete from period_report",
  ])
  func `a close that lost more than its row is left alone`(damage sql: String) async throws {
    try await withBooks { ledger in
      try await damage(ledger, "delete from period_close; \(sql)")
      let signature = ActSignature(ActAuthor(name: "ada"), because: "a row was deleted")
      let repair = CloseRepair(pool: ledger.pool, log: ledger.log)
      #expect(try await repair.run(signed: signature, at: TestLedger.now) == 0)
      #expect(try await ledger.count("select count(*) from period_close") == 0)
    }
  }

  @Test func `the owner without force changes nothing`() async throws {
    try await withBooks { ledger in
      for sql in [
        "update period_report set body = ''", "delete from period_total",
        "truncate period_deferred",
        "update period_close set closed_by = ''", "update apple_file set body = ''",
        "delete from apple_file",
      ] {
        await #expect(throws: (any Error).self, "\(sql)") { try await ledger.script(sql) }
      }
    }
  }

  /// Each row needs an event of the log that tells of it.
  @Test func `the application keeps nothing that no event tells`() async throws {
    try await withBooks { ledger in
      for sql in [
        """
        insert into period_close (app, environment, name, calendar, starts_at, ends_at, closed_at,
          closed_by, lanes, positions, event_position)
        select app, environment, '2025-02', calendar, ends_at, ends_at + interval '28 days', closed_at,
          closed_by, lanes, positions, event_position from period_close
        """,
        "insert into period_report select app, environment, ends_at, 'sales', 'xml', '' from period_close",
        """
        insert into period_total (app, environment, ends_at, number, kind, origin, product, currency,
          is_deferred, count, price, tax, commission, saved, lapse_cost)
        select app, environment, ends_at, 99, 'charge', 'time', 'p', 'EUR', false, 1, 1, 0, 0, 0, 0
        from period_close
        """,
        """
        insert into apple_file (digest, kind, name, body, event_position)
        select sha256('x'), 'SALES', 'x', 'x', event_position from apple_file
        """,
      ] {
        let error = await #expect(throws: (any Error).self, "\(sql)") {
          try await ledger.pool.withConnection { connection in
            _ = try await connection.query(Statement(unsafeSQL: sql))
          }
        }
        #expect(error.map { "\($0)".contains("DC013") } == true, "\(String(describing: error))")
      }
    }
  }

  @Test func `a kept report that was altered is not shown`() async throws {
    try await withBooks { ledger in
      try await damage(ledger, "update period_report set body = 'forged'")
      let period = try #require(ReportingPeriod("2025-01", by: .utc))
      let error = await #expect(throws: KeptBytesAltered.self) {
        _ = try await ReportService(pool: ledger.pool, log: ledger.log).kept(
          .sales, "csv", of: period, TestLedger.bundleID, in: .production)
      }
      #expect(
        error?.description.hasPrefix("report sales of 2025-01 in csv is not what was kept") == true)
    }
  }
}
