import EventStore
import Intake
import Ledger
import Projections
import Reports
import TestSupport
import Testing

@testable import Server

/// The subscriptions of two apps with one product id, with figures worked out by hand: months of 9.99 EUR begin on
/// 2025-01-09 and 02-08 in California. App one has three customers, app two one.
struct DividedSubscriptionTests {
  private typealias Apps = TwoAppsOfOneProduct

  private static let months =
    PaidMonths("3000").events(1) + PaidMonths("4000").events(1) + PaidMonths("5000").events(1)
    + PaidMonths("6000").events(1).map { $0.moved(to: Apps.two) }

  /// Returns the row of a sales file about months of an app.
  private static func month(
    in sku: String, _ appleID: String, units: Int, on date: String = "01/09/2025",
    proceeds: String = "5.876", kind: String = "New", reason: String = ""
  ) -> DailyFile.Cells {
    DailyFile.sale(
      date, of: "com.example.month", "IAY", appleID, units: units, proceeds: proceeds,
      price: "9.99", parent: sku, subscription: kind, period: "1 Month", reason: reason)
  }

  private static func both(on date: String = "01/09/2025") -> [DailyFile.Cells] {
    [
      month(in: "one", "1500000001", units: 3, on: date),
      month(in: "two", "1500000002", units: 1, on: date),
    ]
  }

  /// The file of subscribers has two rows of app one and two of app two.
  @Test func `a file of subscribers is divided by the number of the app`() async throws {
    try await Apps.with(Self.months) { ledger in
      let rows = [
        DailyFile.subscriber("2025-01-09", of: "1500000001", in: "1400000001"),
        DailyFile.subscriber("2025-01-09", of: "1500000001", in: "1400000001"),
        DailyFile.subscriber("2025-01-09", of: "1500000002", in: "1400000002"),
        DailyFile.subscriber("2025-01-09", of: "1500000002", in: "1400000002"),
      ]
      try await ledger.importAppleFiles(
        [
          "subscribers.txt": DailyFile.text(rows),
          "later.txt": DailyFile.text(Self.both(on: "02/08/2025")),
        ], for: nil)
      #expect(
        try await Apps.report(of: Apps.one, knowing: Apps.appleIDs, ledger) == [
          "the ledger - - - - - - - EUR 29970 EUR 17628",
          "another amount 2025-01-09 com.example.month DEU sale - 9990 -1 EUR -9990 EUR -5876",
          "Apple's sales files - - - - - - - EUR 19980 EUR 11752",
        ])
      #expect(
        try await Apps.report(of: Apps.two, knowing: Apps.appleIDs, ledger) == [
          "the ledger - - - - - - - EUR 9990 EUR 5876",
          "another amount 2025-01-09 com.example.month DEU sale - 9990 1 EUR 9990 EUR 5876",
          "Apple's sales files - - - - - - - EUR 19980 EUR 11752",
        ])
      #expect(
        try await Apps.report(of: Apps.two, ledger) == [
          "the ledger - - - - - - - EUR 9990 EUR 5876",
          "\(Apps.undivided) 2025-01-09 com.example.month DEU sale - - - EUR -9990 EUR -5876",
          "Apple's sales files - - - - - - - EUR 0 EUR 0",
        ])
    }
  }

  private static let header = [
    "App Name", "App Apple ID", "Subscription Apple ID", "Customer Price", "Customer Currency",
    "Developer Proceeds", "Proceeds Currency", "Preserved Pricing", "Proceeds Reason", "Country",
    "Active Standard Price Subscriptions", "Billing Retry", "Grace Period",
  ]

  /// Three active subscriptions of app one and two of app two at the end of 2025-01-15.
  private static let active =
    [
      header,
      [
        "one", "1400000001", "1500000001", "9.99", "EUR", "5.88", "EUR", "", "", "DE", "3", "0",
        "0",
      ],
      [
        "two", "1400000002", "1500000002", "9.99", "EUR", "5.88", "EUR", "", "", "DE", "2", "0",
        "0",
      ],
    ].map { $0.joined(separator: "\t") + "\n" }.joined()

  /// Renewals of both apps on 2025-01-15, of which the ledger has none.
  private static let events =
    [
      [
        "Event Date", "Event", "App Apple ID", "Subscription Apple ID", "Preserved Pricing",
        "Proceeds Reason", "Consecutive Paid Periods", "Original Start Date", "Country", "Quantity",
      ],
      ["2025-01-15", "Renew", "1400000001", "1500000001", "", "", "2", "2024-12-15", "DE", "4"],
      ["2025-01-15", "Renew", "1400000002", "1500000002", "", "", "2", "2024-12-15", "DE", "5"],
    ].map { $0.joined(separator: "\t") + "\n" }.joined()

  @Test func `active subscriptions and events are divided`() async throws {
    try await Apps.with(Self.months) { ledger in
      try await ledger.importAppleFiles(
        [
          "Subscription_1_20250115.txt": Self.active, "events.txt": Self.events,
          "sales.txt": DailyFile.text(Apps.downloads(on: "01/09/2025") + Self.both()),
        ], for: nil)
      @Sendable func list(
        _ app: BundleID, knowing appleIDs: [BundleID: Int64] = [:]
      ) async throws -> [String] {
        try await Apps.report(of: app, knowing: appleIDs, ledger) { $0.list = .subscriptions }
          .filter { !$0.hasPrefix("no file of Apple's") }
      }
      #expect(
        try await list(Apps.one, knowing: Apps.appleIDs) == [
          "the same SUBSCRIPTION - - - active 3 3",
          "different SUBSCRIPTION_EVENT 2025-01-15 com.example.month DEU renewed 0 4",
        ])
      #expect(
        try await list(Apps.two, knowing: Apps.appleIDs) == [
          "different SUBSCRIPTION 2025-01-15 com.example.month DEU active 1 2",
          "different SUBSCRIPTION_EVENT 2025-01-15 com.example.month DEU renewed 0 5",
        ])
      let undivided = try await list(Apps.one)
      #expect(
        undivided == [
          "\(Apps.undivided) SUBSCRIPTION - com.example.month - active 3 5",
          "\(Apps.undivided) SUBSCRIPTION_EVENT - com.example.month - renewed 0 9",
        ])
    }
  }

  /// Returns a charge of a customer after 362 days of service, by which Apple may have counted a year.
  private static func uncertain(_ chain: OriginalTransactionID) throws -> [LedgerEvent] {
    let renewed = Instant(day: "2025-01-10") + .seconds(362 * 86_400)
    return try PaidMonths(chain).events(2).enumerated().map { index, event in
      guard case .chain(.transactionObserved(let fact)) = event else {
        throw Failure("the event is no transaction")
      }
      var purchase = fact.purchase
      if index == 1 { (purchase.reason, purchase.purchaseDate) = ("RENEWAL", renewed) }
      return .chain(
        .transactionObserved(
          TransactionFact(
            chain: fact.chain, transactionID: fact.transactionID, purchase: purchase,
            expiresDate: .present(index == 0 ? renewed : renewed + .seconds(30 * 86_400)),
            isUpgraded: false, revocation: fact.revocation, trust: .signed,
            assertedAt: purchase.purchaseDate)))
    }
  }

  /// 362 days after 2025-01-10 is midnight in UTC on 2026-01-07, the 6th in California. Apple paid the renewal of
  /// app one at the standard rate, and that of app two after a year.
  @Test func `uncertain charges are compared with the rows of their app`() async throws {
    let events = try Self.uncertain("3000") + Self.uncertain("6000").map { $0.moved(to: Apps.two) }
    try await Apps.with(events) { ledger in
      let rows = [
        Self.month(in: "one", "1500000001", units: 1, on: "01/06/2026", kind: "Renewal"),
        Self.month(
          in: "two", "1500000002", units: 1, on: "01/06/2026", proceeds: "7.136", kind: "Renewal",
          reason: "Rate After One Year"),
      ]
      try await ledger.importAppleFiles(
        ["day.txt": DailyFile.text(rows + Apps.downloads(on: "01/06/2026"))], for: nil)
      @Sendable func findings(
        _ app: BundleID, knowing appleIDs: [BundleID: Int64] = [:]
      ) async throws -> [String] {
        try await Apps.report(of: app, in: "2026-01", knowing: appleIDs, ledger) {
          $0.list = .uncertain
        }
      }
      let charge = "com.example.month DEU Renewal 9990 EUR 0.30 firstYear"
      #expect(
        try await findings(Apps.one, knowing: Apps.appleIDs)
          == ["2026-01-06 3000101 3000 - \(charge) standard confirmed -"])
      #expect(
        try await findings(Apps.two, knowing: Apps.appleIDs)
          == ["2026-01-06 6000101 6000 - \(charge) Rate After One Year refuted -"])
      #expect(
        try await findings(Apps.two)
          == ["2026-01-06 6000101 6000 - \(charge) - undetermined \(Apps.undivided)"])
    }
  }

  /// Apple pays 6.54 of 9.99 EUR with 7 % tax, and 5.88 with 19 %, as the table has it.
  @Test func `taxes are learned from the rows of an app`() async throws {
    try await Apps.with(Self.months) { ledger in
      let rows = [
        Self.month(in: "one", "1500000001", units: 3, proceeds: "6.54"),
        Self.month(in: "two", "1500000002", units: 1, proceeds: "5.88"),
      ]
      try await ledger.importAppleFiles(
        ["day.txt": DailyFile.text(Apps.downloads(on: "01/09/2025") + rows)], for: nil)
      @Sendable func taxes(_ appleIDs: [BundleID: Int64]) -> TaxPublishing {
        TaxPublishing(
          TaxLearning(pool: ledger.pool, log: ledger.log, appleIDs: appleIDs), log: ledger.log,
          decisions: ledger.intake.commission)
      }
      let learned = "com.example.month in DEU from 2025-01-09: tax 0.07 instead of 0.19, by 3 units"
      let known = taxes(Apps.appleIDs)
      let ofOne = try await known.learn(Apps.one, publishingBy: "ada")
      #expect(ofOne.lines == [learned, "These taxes are in force."])
      let ofTwo = try await known.learn(Apps.two, publishingBy: "ada")
      #expect(ofTwo.lines == ["The taxes of the table explain the proceeds of all 1 units."])
      // Without Apple's numbers, what is in force stays.
      let lesson = try await taxes([:]).learn(Apps.one, publishingBy: "ada")
      #expect(lesson.lines.count == 2)
      #expect(lesson.lines.first?.hasPrefix("not learned: com.example.month: several apps") == true)
      let shared = SharedState(try await ledger.log.reading.shared())
      #expect(shared.learnedTaxes(of: Apps.one).sortedRows.map(\.thousandths) == [70])
    }
  }
}
