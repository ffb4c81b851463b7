import EventStore
import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// The rows of purchases of the app itself after publications of its prices.
struct AppPurchaseRowsTests {
  private func bought(
    _ number: Int, in environment: StoreEnvironment = .production
  ) throws -> LedgerEvent {
    let date = Instant(day: "2026-01-02") + .seconds(43_200)
    let id = "\(7_000 + number)"
    let purchase = Purchase(
      productID: ProductID(TestLedger.bundleID.rawValue), type: .app, purchaseDate: date)
    return .chain(
      .transactionObserved(
        TransactionFact(
          chain: ChainID(environment, OriginalTransactionID(id)),
          transactionID: TransactionID(id), purchase: purchase, expiresDate: .absent,
          isUpgraded: false, revocation: .silent, trust: .signed, assertedAt: date)))
  }

  private func prices(_ price: Int64?) -> AppPrices {
    let day = CivilDate(of: Instant(day: "2026-01-02"))
    let row = price.map {
      AppPrices.Row(
        storefront: "DEU", currency: "EUR", price: $0, firstDay: day, lastDay: day)
    }
    return AppPrices(sku: "GAME", rows: row.map { [$0] } ?? [])
  }

  @Test func `are those of the present prices, live and rebuilt`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record((1...40).map { try bought($0) })
      try await ledger.record((41...45).map { try bought($0, in: .sandbox) })
      try await ledger.record(PaidMonths("5000").events(2))
      try await ledger.project()
      let sums = """
        select product || ' ' || sum(price) || ' ' || sum(tax) from journal_entry group by product order by 1
        """
      #expect(try await ledger.texts(sums) == ["com.example.month 19980 3190"])
      let decisions = ledger.intake.commission
      _ = try await decisions.publish(prices(4_990), of: "com.example.other", by: "ada")
      _ = try await decisions.publish(prices(4_990), of: TestLedger.bundleID, by: "ada")
      try await ledger.project()
      #expect(
        try await ledger.texts(sums) == [
          "com.example.game \(40 * 4_990) \(40 * 797)", "com.example.month 19980 3190",
        ])
      try await ledger.record([try bought(46)])
      try await ledger.project()
      try await ledger.verifyReplays()
      _ = try await decisions.publish(prices(5_990), of: TestLedger.bundleID, by: "ada")
      try await ledger.project()
      #expect(
        try await ledger.texts(sums).first == "com.example.game \(41 * 5_990) \(41 * 956)")
      #expect(try await ledger.texts("select count(*)::text from purchase_without_price") == ["0"])
      try await ledger.verifyReplays()
      let rows = try await ledger.projectedRows()
      guard case .switched = try await ledger.rebuild().run() else {
        Issue.record("it differs")
        return
      }
      #expect(try await ledger.projectedRows() == rows)
      _ = try await decisions.publish(prices(nil), of: TestLedger.bundleID, by: "ada")
      try await ledger.project()
      #expect(try await ledger.texts(sums).first == "com.example.game 0 0")
      try await ledger.verifyReplays()
    }
  }
}
