import EventStore
import Ledger
import TestSupport
import Testing

@testable import Projections

/// A process that lives on when a database takes the place of its own, and lacks the last commits.
struct ReplacedDatabaseTests {
  private static let firstMonth = PaidMonths("1", of: "700").events(1)

  private static func secondMonth(at price: Int64) -> [LedgerEvent] {
    var months = PaidMonths("1", of: "700")
    months.price = price
    return months.events(1, from: 1)
  }

  /// The prices of all charges up to the end of the log, by the chains that are counted together.
  private static func prices(_ books: SharedBooks, _ ledger: TestLedger) async throws -> [Int64] {
    let end = try await ledger.log.position()
    return try await books.read(in: .production, upTo: end) { _, _ in
      [Int64]()
    } adding: { book, prices in
      prices += book.lines.compactMap { $0.charge?.price }.sorted()
    }
  }

  /// Two chains of one customer. The second month of the first costs 19.99, and that is lost. In the database that
  /// took over, the same position has a month at 4.99.
  @Test func `no book of lost events is kept`() async throws {
    try await TestLedger.withStandby { ledger, standby in
      let books = SharedBooks(pool: ledger.pool, log: ledger.log)
      try await ledger.record(Self.firstMonth + PaidMonths("2", of: "700").events(1))
      try await ledger.project()
      try await standby.stopHearing()
      try await ledger.record(Self.secondMonth(at: 19_990))
      try await ledger.project()
      #expect(try await Self.prices(books, ledger) == [9_990, 9_990, 19_990])
      let lost = try await ledger.log.position()
      try await standby.takeOver()
      try await ledger.record(Self.secondMonth(at: 4_990))
      try await ledger.project()
      #expect(try await ledger.log.position() == lost)
      #expect(try await Self.prices(books, ledger) == [4_990, 9_990, 9_990])
    }
  }

  /// The sessions of the pool of the log would notice it, too: here the builder's come first.
  @Test func `a builder pauses a ledger that lost commits`() async throws {
    try await TestLedger.withStandby { ledger, standby in
      try await ledger.record(Self.firstMonth)
      try await standby.stopHearing()
      try await ledger.record(Self.secondMonth(at: 9_990))
      try await standby.takeOver()
      #expect(try await ledger.rebuild().drop(.next) == nil)
      #expect(
        try await ledger.texts(
          "select paused_because from installation where paused_because is not null"
        ).count == 1)
    }
  }
}
