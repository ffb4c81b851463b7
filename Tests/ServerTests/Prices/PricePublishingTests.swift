import Foundation
import Intake
import Ledger
import Projections
import Reports
import TestSupport
import Testing

@testable import Server

/// The prices of the app that Apple's files tell, with figures worked out by hand: of 4.99 EUR 797 milliunits
/// are a tax of 19 % and 1,258 Apple's commission, so that 2,935 remain.
struct PricePublishingTests {
  private static let appleID: Int64 = 1_400_000_001

  /// Returns a daily file with a row for each price and number of downloads.
  private static func file(_ date: String, _ rows: (price: String, units: Int)...) -> [UInt8] {
    Array(DailyFile.downloads(date, ofApp: appleID, rows).utf8)
  }

  /// Returns the purchase of the app as an AppTransaction tells it.
  private func bought(
    _ id: String, at moment: String, in environment: StoreEnvironment = .production
  ) throws -> LedgerEvent {
    let date = try #require(Instant(moment))
    var purchase = Purchase(
      productID: ProductID(TestLedger.bundleID.rawValue), type: .app, purchaseDate: date)
    purchase.appTransactionID = AppTransactionID(id)
    return .chain(
      .transactionObserved(
        TransactionFact(
          chain: ChainID(environment, OriginalTransactionID(id)),
          transactionID: TransactionID(id), purchase: purchase, expiresDate: .absent,
          isUpgraded: false, revocation: .silent, trust: .signed, assertedAt: date)))
  }

  private func with(
    _ files: [UInt8]...,
    body: @escaping @Sendable (TestLedger, PricePublishing) async throws -> Void
  ) async throws {
    let bought = try [
      bought("71", at: "2025-01-10T08:00:00Z"), bought("72", at: "2025-01-11T07:59:59Z"),
      bought("73", at: "2025-01-11T08:00:00Z"),
      bought("74", at: "2025-01-10T12:00:00Z", in: .sandbox),
    ]
    try await TestLedger.with { ledger in
      try await ledger.record(bought)
      try await ledger.project()
      for (number, file) in files.enumerated() {
        _ = try await ledger.keep(file, named: "sales\(number).txt")
      }
      let app = ConfiguredApp(
        bundleID: TestLedger.bundleID, appAppleID: Self.appleID, environments: [.production])
      try await body(
        ledger,
        PricePublishing(
          [app], PriceLearning(ledger.pool), log: ledger.log,
          decisions: ledger.intake.commission))
    }
  }

  /// Returns the rows of a report about a month.
  private func rows(
    _ name: ReportName, _ month: String, by calendar: ReportingPeriod.Calendar = .utc,
    in environment: StoreEnvironment = .production, _ ledger: TestLedger
  ) async throws -> [String] {
    let period = try #require(ReportingPeriod(month, by: calendar))
    var request = ReportRequest(name, of: TestLedger.bundleID, in: environment)
    (request.from, request.to, request.dimensions) = (period.from, period.to, [])
    request.calendar = period.calendar
    let report = try await ReportService(pool: ledger.pool, log: ledger.log).report(request)
    return report.rows.map { row in row.map(\.text).joined(separator: " ") }
  }

  /// The 10th of January in California has two purchases, and the 11th, with two prices, has one.
  @Test func `a published price makes charges, and a closed month stays`() async throws {
    try await with(
      Self.file("01/10/2025", ("4.99", 2)), Self.file("01/11/2025", ("4.99", 1), ("5.99", 4))
    ) { ledger, prices in
      let january = try #require(ReportingPeriod("2025-01", by: .utc))
      _ = try await ledger.close(january, by: "ada", forcedBecause: nil)
      #expect(
        try await prices.learn(TestLedger.bundleID, publishingBy: nil).lines == [
          "2025-01-10: 4.99 EUR in DEU",
          "2025-01-11: no price for 5 downloads at several prices or in several storefronts",
          "Publish them by --by NAME.",
        ])
      try await ledger.project()
      #expect(try await rows(.proceeds, "2025-02", ledger) == [])
      let told = try await prices.learn(TestLedger.bundleID, publishingBy: "ada")
      #expect(told.lines.last == "These prices are in force.")
      try await ledger.project()
      #expect(try await rows(.proceeds, "2025-01", ledger) == [])
      #expect(
        try await rows(.proceeds, "2025-02", ledger) == ["EUR 9980 1594 2516 5870 9980 0"])
      #expect(try await rows(.proceeds, "2025-01", in: .sandbox, ledger) == [])
    }
  }

  @Test func `the same prices are published once, and prices that are gone take charges out`()
    async throws
  {
    try await with(Self.file("01/10/2025", ("4.99", 2))) { ledger, prices in
      _ = try await prices.learn(TestLedger.bundleID, publishingBy: "ada")
      let events = try await ledger.eventCount()
      #expect(try await prices.learn(TestLedger.bundleID, publishingBy: "ben").isInForce)
      #expect(try await ledger.eventCount() == events)
      try await ledger.project()
      let commission = try await rows(.commission, "2025-01", ledger)
      #expect(
        commission == [
          "EUR 0.30 notASubscription 2 0 9980 0 2516 0 2516 0 0 0 0 0 0 0 0"
        ])
      // A newer file of the day has a second price.
      let newer = Self.file("01/10/2025", ("4.99", 2), ("5.99", 1))
      _ = try await ledger.keep(newer, named: "newer.txt")
      let gone = try await prices.learn(TestLedger.bundleID, publishingBy: nil)
      #expect(gone.lines.last == "No day has a price any more: publish this by --by NAME.")
      _ = try await prices.learn(TestLedger.bundleID, publishingBy: "ada")
      try await ledger.project()
      let sales = try await rows(.sales, "2025-01", ledger)
      #expect(sales == [])
    }
  }

  /// Without prices the whole row of Apple's is no part of the ledger. With them, two of Apple's four units
  /// are: the others are customers who did not open the game, and the refund is told by no AppTransaction.
  @Test func `the bridge compares the app under its bundle id`() async throws {
    try await with(
      Self.file("01/10/2025", ("4.99", 4)), Self.file("01/20/2025", ("-4.99", -1))
    ) { ledger, prices in
      let sku = try await rows(.reconciliation, "2025-01", by: .pacific, ledger)
      #expect(
        sku == [
          "the ledger - - - - - - - EUR 0 EUR 0",
          "not in the ledger 2025-01-10 MOON DEU sale - - - EUR 19960 EUR 11740",
          "not in the ledger 2025-01-20 MOON DEU refund - - - EUR -4990 EUR -2935",
          "Apple's sales files - - - - - - - EUR 14970 EUR 8805",
        ])
      _ = try await prices.learn(TestLedger.bundleID, publishingBy: "ada")
      try await ledger.project()
      let bundle = try await rows(.reconciliation, "2025-01", by: .pacific, ledger)
      #expect(
        bundle == [
          "the ledger - - - - - - - EUR 9980 EUR 5870",
          "not in the ledger 2025-01-20 com.example.game DEU refund - - - EUR -4990 EUR -2935",
          "another amount 2025-01-10 com.example.game DEU sale - 4990 2 EUR 9980 EUR 5870",
          "Apple's sales files - - - - - - - EUR 14970 EUR 8805",
        ])
    }
  }

  /// A file imported before the prices were published settles no charge of the app. The same file settles two
  /// of them afterwards: Apple pays 5.87 EUR.
  @Test func `the app's own proceeds are settled once its prices are published`() async throws {
    try await with(Self.file("01/10/2025", ("4.99", 2))) { ledger, prices in
      let month = ["month.txt": SettledFile(.init(sku: "MOON", share: "5.87")).detail]
      try await ledger.importAppleFiles(month)
      #expect(try await rows(.journal, "2025-02", ledger) == [])
      _ = try await prices.learn(TestLedger.bundleID, publishingBy: "ada")
      try await ledger.project()
      try await ledger.importAppleFiles(month)
      let settled = try await rows(.journal, "2025-02", ledger).map {
        $0.split(separator: " ").prefix(7).joined(separator: " ")
      }
      #expect(
        settled == [
          "2025-02-01 settlement com.example.game DEU EUR receivable -5870",
          "2025-02-01 settlement com.example.game DEU EUR settled 5870",
        ])
    }
  }

  @Test func `nothing is learned without the app's number or its downloads`() async throws {
    try await with { ledger, prices in
      let lesson = try await prices.learn(TestLedger.bundleID, publishingBy: "ada")
      #expect(
        lesson.lines == [
          "There is no sales file with a download of the app: import some by "
            + "`daicho report reconciliation --apple-files`."
        ])
      #expect(lesson.isInForce)
      let nameless = PricePublishing(
        [], PriceLearning(ledger.pool), log: ledger.log, decisions: ledger.intake.commission)
      let failure = await #expect(throws: Failure.self) {
        _ = try await nameless.learn(TestLedger.bundleID, publishingBy: "ada")
      }
      #expect(failure?.description.contains("give `appAppleId` of com.example.game") == true)
    }
  }
}
