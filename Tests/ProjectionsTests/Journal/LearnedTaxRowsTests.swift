import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// The rows of the journal after a publication of taxes.
struct LearnedTaxRowsTests {
  @Test func `are those of the present taxes, live and rebuilt`() async throws {
    try await TestLedger.with { ledger in
      for number in 1...40 {
        var months = PaidMonths(OriginalTransactionID("\(3_000 + number)"))
        if number > 30 { months.storefront = "FRA" }
        try await ledger.record(months.events(2))
      }
      try await ledger.project()
      let row = TaxTable.Row(storefront: "DEU", productID: "com.example.month", thousandths: 70)
      _ = try await ledger.intake.commission.publish(
        taxes: [row], of: "com.example.other", by: "ada")
      _ = try await ledger.intake.commission.publish(
        taxes: [row], of: TestLedger.bundleID, by: "ada")
      try await ledger.project()
      let sums = "select storefront || sum(tax) from journal_entry group by storefront order by 1"
      // 9,990 hold 654 of 7 %, and 1,665 of 20 %.
      #expect(try await ledger.texts(sums) == ["DEU\(60 * 654)", "FRA\(20 * 1_665)"])
      try await ledger.record(PaidMonths("5000").events(1))
      try await ledger.project()
      #expect(try await ledger.texts(sums) == ["DEU\(61 * 654)", "FRA\(20 * 1_665)"])
      try await ledger.verifyReplays()
      let rows = try await ledger.projectedRows()
      guard case .switched = try await ledger.rebuild().run() else {
        Issue.record("it differs")
        return
      }
      #expect(try await ledger.projectedRows() == rows)
    }
  }
}
