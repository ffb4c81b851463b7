import Ledger
import ReferenceModels
import Testing

@Suite struct DebtOfCommitmentsTests {
  /// The second of twelve months.
  private var month: DebtSale {
    DebtSale(
      from: "2026-02-10", to: "2026-03-10", price: 9_990, reason: "RENEWAL",
      commitment: Commitment(period: 2, of: 12, price: 119_880))
  }

  private func committed(
    _ sales: [(DebtSale, String)], at moment: String = "2026-03-01",
    mutation: DebtMutation? = nil
  ) -> [String?] {
    var life = DebtLife()
    for (sale, at) in sales { life.record(sale, at: at) }
    let rows = DebtModel(life.facts(), mutation: mutation)
      .rows(of: life.question("2026-02-01", moment))
    return rows.count == 1 ? [rows[0]["committedMonths"], rows[0]["committed"]] : []
  }

  @Test func `the months still to be charged are committed`() {
    #expect(committed([(month, "2026-02-10")]) == ["10", "99900"])
    #expect(
      committed([(month, "2026-02-10")], mutation: .commitsPresentMonth) == ["11", "109890"])
  }

  @Test func `without a price of the whole commitment that of the month counts`() {
    var untold = month
    untold.commitment = Commitment(period: 2, of: 12)
    untold.price = 10_000
    #expect(committed([(untold, "2026-02-10")]) == ["10", "100000"])
  }

  @Test func `a part of the whole price is rounded half up`() {
    var odd = month
    // 101 × 2 ÷ 4 = 50.5
    odd.commitment = Commitment(period: 2, of: 4, price: 101)
    #expect(committed([(odd, "2026-02-10")]) == ["2", "51"])
  }

  @Test func `while a month is unpaid nothing is committed`() {
    #expect(committed([(month, "2026-02-10")], at: "2026-03-10") == ["10", "99900"])
    #expect(committed([(month, "2026-02-10")], at: "2026-03-11") == ["0", "0"])
  }

  @Test func `a refund of the present month ends its commitment`() {
    let refunded = [(month, "2026-02-10"), (month.refunded("2026-02-20"), "2026-02-20")]
    #expect(committed(refunded) == ["0", "0"])
    #expect(committed(refunded, mutation: .commitsAfterRefund) == ["10", "99900"])
  }

  @Test func `the last month commits to nothing`() {
    var last = month
    last.commitment = Commitment(period: 12, of: 12, price: 119_880)
    #expect(committed([(last, "2026-02-10")]) == ["0", "0"])
  }
}
