import EventStore
import Ledger
import Projections
import Reconciliation
import Reports
import TestSupport
import Testing

@testable import Server

/// A forced close may need a second person.
struct SecondPersonCloseTests {
  /// Runs the closing of a ledger that lacks its catalog, so that a close must be forced.
  ///
  /// - Parameter isComplete: true for a ledger that lacks nothing.
  private func with(
    _ policy: SecondPersonPolicy, isComplete: Bool = false,
    _ body: @Sendable (TestLedger, PeriodClosing, ReportingPeriod) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(1))
      try await ledger.project()
      let now = Instant(day: "2025-06-01")
      let closing = PeriodClosing(
        pool: ledger.pool, log: ledger.log,
        known: KnownStores(
          ledger.pool, lanes: ledger.log.lanes, apps: isComplete ? [] : [TestLedger.app()],
          askable: [TestLedger.bundleID]),
        of: TestLedger.bundleID, in: .production, policy: policy, now: { now })
      try await body(ledger, closing, try #require(ReportingPeriod("2025-01", by: .utc)))
    }
  }

  @Test func `a forced close without the second person is refused, and with one keeps both`()
    async throws
  {
    try await with(SecondPersonPolicy(forcedClose: true)) { ledger, closing, period in
      let failure = await #expect(throws: Failure.self) {
        try await closing.close(period, by: "ada", forcedBecause: "late")
      }
      #expect("\(try #require(failure))".contains("needs a second person"))
      let bob = ActAuthor(name: "bob", key: "0022ccdd")
      _ = try await closing.close(period, by: "ada", forcedBecause: "late", with: bob)
      let closes = try await ledger.log.reading.shared().compactMap { recorded in
        if case .shared(.periodClosed(let close)) = recorded.event { close } else { nil }
      }
      #expect(closes.map(\.author) == ["ada"] && closes.map(\.secondPerson) == [bob])
    }
  }

  @Test
  func `a close that is forced without need keeps its reason and needs the second person, too`()
    async throws
  {
    try await with(SecondPersonPolicy(forcedClose: true), isComplete: true) { _, closing, period in
      await #expect(throws: Failure.self) {
        try await closing.close(period, by: "ada", forcedBecause: "to be sure")
      }
      let bob = ActAuthor(name: "bob", key: "0022ccdd")
      let close = try await closing.close(
        period, by: "ada", forcedBecause: "to be sure", with: bob)
      #expect(close.forcedBecause == "to be sure")
    }
    try await with(SecondPersonPolicy(forcedClose: true), isComplete: true) { _, closing, period in
      let close = try await closing.close(period, by: "ada", forcedBecause: nil)
      #expect(close.forcedBecause == nil)
    }
  }

  @Test func `by default one person may force a close`() async throws {
    try await with(.off) { _, closing, period in
      let close = try await closing.close(period, by: "ada", forcedBecause: "late")
      #expect(close.forcedBecause == "late")
    }
  }
}
