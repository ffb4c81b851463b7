import EventStore
import Ledger
import Projections
import Reports
import TestSupport
import Testing

@testable import Server

/// Apple's settlements in the journal, with figures worked out by hand: months of 9.99 EUR, whose proceeds are
/// 5,876 milliunits, begin on 2025-01-10 and 02-09. The fourth month of fiscal 2025 is from 2024-12-29 to
/// 2025-02-01, the fifth to 2025-03-01.
struct SettlementReportTests {
  private static let fifth = ("02/02/2025", "03/01/2025")
  private static let recordedFourth =
    "recorded Apple's settlement of the fiscal month 2025-04 for com.example.game"

  private func with(_ body: @escaping @Sendable (TestLedger) async throws -> Void) async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(2))
      try await ledger.project()
      try await body(ledger)
    }
  }

  private func journal(
    _ month: String, _ calendar: ReportingPeriod.Calendar = .fiscal, in ledger: TestLedger,
    knownAt moment: Instant? = nil
  ) async throws -> Report {
    let period = try #require(ReportingPeriod(month, by: calendar))
    var request = ReportRequest(.journal, of: TestLedger.bundleID)
    (request.from, request.to, request.calendar) = (period.from, period.to, period.calendar)
    request.knownAt = moment
    return try await ReportService(pool: ledger.pool, log: ledger.log).report(request)
  }

  /// Returns the postings of what Apple settled as texts.
  private func settled(
    _ month: String, _ calendar: ReportingPeriod.Calendar = .fiscal, in ledger: TestLedger,
    knownAt moment: Instant? = nil
  ) async throws -> [String] {
    try await journal(month, calendar, in: ledger, knownAt: moment).rows
      .filter { $0[1] == .text("settlement") }
      .map { row in
        (row[..<1] + row[2...]).map(\.text).joined(separator: " ")
          .replacing("com.example.month", with: "month")
      }
  }

  @Test func `a settled month is booked on its last day, once`() async throws {
    try await with { ledger in
      let files = ["month.txt": SettledFile(.init(share: "5.87")).detail]
      #expect(
        try await ledger.importAppleFiles(files)
          == ["1 file imported, 0 known already", Self.recordedFourth])
      let count = try await ledger.eventCount()
      #expect(try await ledger.importAppleFiles(files) == ["0 files imported, 1 known already"])
      #expect(try await ledger.eventCount() == count)
      let rows = [
        "2025-02-01 month DEU EUR receivable -5870", "2025-02-01 month DEU EUR settled 5870",
      ]
      #expect(try await settled("2025-04", in: ledger) == rows)
      #expect(try await settled("2025-05", in: ledger).isEmpty)
      #expect(try await settled("2025-02", .utc, in: ledger) == rows)
      #expect(try await settled("2025-01", .utc, in: ledger).isEmpty)
      #expect(try await settled("2025-02", .pacific, in: ledger) == rows)
      #expect(try await settled("2025-01", .pacific, in: ledger).isEmpty)
      let csv = try ReportFile.bytes(try await journal("2025-04", in: ledger), as: .csv)
      #expect(
        String(decoding: csv, as: UTF8.self)
          .contains("2025-02-01,settlement,com.example.month,DEU,EUR,settled,5870,"))
    }
  }

  /// Two rows of 1.1115 and 2.222 EUR are 3.3335: half a milliunit is rounded up after the sum.
  @Test func `each product, storefront and currency is settled for itself`() async throws {
    try await with { ledger in
      try await ledger.record(PaidMonths("9000").events(of: TestLedger.bundleID, "gems"))
      try await ledger.project()
      let file = SettledFile(
        .init(share: "1.1115"), .init(share: "2.222"),
        .init(country: "TR", share: "4.50", currency: "USD"),
        .init(sku: "gems", country: "JP", share: "700", currency: "JPY"))
      try await ledger.importAppleFiles(["month.txt": file.detail])
      #expect(
        try await settled("2025-04", in: ledger) == [
          "2025-02-01 month DEU EUR receivable -3334", "2025-02-01 month DEU EUR settled 3334",
          "2025-02-01 month TUR USD receivable -4500", "2025-02-01 month TUR USD settled 4500",
          "2025-02-01 gems JPN JPY receivable -700000", "2025-02-01 gems JPN JPY settled 700000",
        ])
    }
  }

  /// The February renewal and the refund of January's month: 5.87 less 7.00.
  @Test func `a refund of an earlier month is settled in its own month`() async throws {
    try await with { ledger in
      let file = SettledFile(days: Self.fifth, .init(share: "5.87"), .init(share: "-7.00"))
      try await ledger.importAppleFiles(["month.txt": file.detail])
      #expect(try await settled("2025-04", in: ledger).isEmpty)
      #expect(
        try await settled("2025-05", in: ledger) == [
          "2025-03-01 month DEU EUR receivable 1130", "2025-03-01 month DEU EUR settled -1130",
        ])
    }
  }

  @Test func `a newer file of the month adjusts, and the books of before stay known`() async throws
  {
    try await with { ledger in
      try await ledger.importAppleFiles(["a.txt": SettledFile(.init(share: "5.87")).detail])
      let before = try await ledger.log.cut().moment
      #expect(
        try await ledger.importAppleFiles(["b.txt": SettledFile(.init(share: "5.88")).detail])
          == ["1 file imported, 0 known already", Self.recordedFourth])
      #expect(
        try await settled("2025-04", in: ledger) == [
          "2025-02-01 month DEU EUR receivable -5880", "2025-02-01 month DEU EUR settled 5880",
        ])
      #expect(
        try await settled("2025-04", in: ledger, knownAt: before) == [
          "2025-02-01 month DEU EUR receivable -5870", "2025-02-01 month DEU EUR settled 5870",
        ])
    }
  }

  @Test func `the detailed file is preferred, whichever came last`() async throws {
    try await with { ledger in
      let row = SettledFile.Row(share: "5.86")
      try await ledger.importAppleFiles(["a.txt": SettledFile(row).summary])
      #expect(try await settled("2025-04", in: ledger).last?.hasSuffix("settled 5860") == true)
      try await ledger.importAppleFiles(["b.txt": SettledFile(.init(share: "5.87")).detail])
      #expect(try await settled("2025-04", in: ledger).last?.hasSuffix("settled 5870") == true)
      let later = SettledFile(row, row).summary
      #expect(
        try await ledger.importAppleFiles(["c.txt": later])
          == ["1 file imported, 0 known already"])
      #expect(try await settled("2025-04", in: ledger).last?.hasSuffix("settled 5870") == true)
    }
  }

  @Test func `what becomes known after a close is of the first open day`() async throws {
    try await with { ledger in
      let period = try #require(ReportingPeriod("2025-04", by: .fiscal))
      try await ledger.importAppleFiles(["a.txt": SettledFile(.init(share: "5.87")).detail])
      _ = try await ledger.close(period, by: "ada", forcedBecause: nil)
      let closed = try await kept(period, ledger)
      #expect(closed.contains("2025-02-01,settlement,com.example.month,DEU,EUR,settled,5870,"))

      try await ledger.importAppleFiles(["b.txt": SettledFile(.init(share: "5.88")).detail])
      #expect(try await kept(period, ledger) == closed)
      #expect(
        try await settled("2025-04", in: ledger).last == "2025-02-01 month DEU EUR settled 5870")
      #expect(
        try await settled("2025-05", in: ledger) == [
          "2025-02-02 month DEU EUR receivable -10", "2025-02-02 month DEU EUR settled 10",
        ])
      #expect(try await settled("2025-06", in: ledger).isEmpty)
    }
  }

  @Test func `a first file after the close is late as a whole`() async throws {
    try await with { ledger in
      let period = try #require(ReportingPeriod("2025-04", by: .fiscal))
      _ = try await ledger.close(period, by: "ada", forcedBecause: nil)
      let closed = try await kept(period, ledger)
      try await ledger.importAppleFiles(["a.txt": SettledFile(.init(share: "5.87")).detail])
      #expect(try await kept(period, ledger) == closed)
      #expect(try await settled("2025-04", in: ledger).isEmpty)
      #expect(
        try await settled("2025-05", in: ledger) == [
          "2025-02-02 month DEU EUR receivable -5870", "2025-02-02 month DEU EUR settled 5870",
        ])
    }
  }

  @Test func `another app's products are left out, and a file of nothing else is not recorded`()
    async throws
  {
    try await with { ledger in
      try await ledger.record(PaidMonths("9000").events(of: "com.example.other", "other.month"))
      try await ledger.project()
      let other = SettledFile.Row(sku: "other.month", share: "3.00")
      #expect(
        try await ledger.importAppleFiles(["a.txt": SettledFile(other).detail])
          == ["1 file imported, 0 known already"])
      #expect(try await settled("2025-04", in: ledger).isEmpty)
      try await ledger.importAppleFiles(["b.txt": SettledFile(other, .init(share: "5.87")).detail])
      #expect(
        try await settled("2025-04", in: ledger) == [
          "2025-02-01 month DEU EUR receivable -5870", "2025-02-01 month DEU EUR settled 5870",
        ])
      // What replaces it has nothing of this app any more.
      try await ledger.importAppleFiles(["c.txt": SettledFile(other, other).detail])
      #expect(try await settled("2025-04", in: ledger).isEmpty)
    }
  }

  /// A file has the products of all apps of the developer. Nothing of the second month was sold by this app
  /// as far as the journal knows, until its purchase is recorded late.
  @Test func `what no app of the ledger has sold is settled when it becomes known`() async throws {
    try await with { ledger in
      let file = SettledFile(.init(share: "5.87"), .init(sku: "unknown.month", share: "3.00"))
        .detail
      #expect(
        try await ledger.importAppleFiles(["a.txt": file])
          == ["1 file imported, 0 known already", Self.recordedFourth])
      let known = [
        "2025-02-01 month DEU EUR receivable -5870", "2025-02-01 month DEU EUR settled 5870",
      ]
      #expect(try await settled("2025-04", in: ledger) == known)
      try await ledger.record(
        PaidMonths("9000").events(of: TestLedger.bundleID, "unknown.month"))
      try await ledger.project()
      #expect(
        try await ledger.importAppleFiles([:])
          == ["0 files imported, 0 known already", Self.recordedFourth])
      #expect(
        try await settled("2025-04", in: ledger) == known + [
          "2025-02-01 unknown.month DEU EUR receivable -3000",
          "2025-02-01 unknown.month DEU EUR settled 3000",
        ])
      #expect(
        try await ledger.importAppleFiles([:]) == ["0 files imported, 0 known already"])
    }
  }

  @Test func `files kept before are recorded by the next import, in production alone`() async throws
  {
    try await with { ledger in
      let file = SettledFile(.init(share: "5.87")).detail
      let kept = try await ledger.importAppleFiles(["a.txt": file], for: nil)
      #expect(kept == ["1 file imported, 0 known already"])
      #expect(try await settled("2025-04", in: ledger).isEmpty)
      let recorded = try await ledger.importAppleFiles([:])
      #expect(recorded == ["0 files imported, 0 known already", Self.recordedFourth])
      #expect(try await settled("2025-04", in: ledger).count == 2)
    }
  }

  @Test func `days that are no fiscal month are not recorded`() async throws {
    try await with { ledger in
      let file = SettledFile(days: ("01/01/2025", "01/31/2025"), .init(share: "5.87"))
      let told = try await ledger.importAppleFiles(["a.txt": file.detail])
      #expect(told == ["1 file imported, 0 known already"])
    }
  }

  private func kept(_ period: ReportingPeriod, _ ledger: TestLedger) async throws -> String {
    let service = ReportService(pool: ledger.pool, log: ledger.log)
    let bytes = try await service.kept(
      .journal, "csv", of: period, TestLedger.bundleID, in: .production)
    return String(decoding: try #require(bytes), as: UTF8.self)
  }
}

extension PaidMonths {
  /// Returns the first month as one of another app's product.
  fileprivate func events(of app: BundleID, _ product: ProductID) -> [LedgerEvent] {
    var months = self
    months.product = product
    return months.events(1).map { $0.moved(to: app) }
  }
}
