import Ledger
import ReferenceModels
import Testing

/// Mutations of deferred revenue that random lives alone must notice.
@Suite struct DebtMutationsTests {
  @Test(arguments: [
    DebtMutation.earnsExtensions, .earnsFromRecovery, .roundsEarnedDown, .earnsAfterRefund,
    .earnsAfterUpgrade, .returnsEarnedFirst, .keepsReversedRefunds, .restatesClosedMonths,
    .dividesByUTC, .commitsPresentMonth, .commitsAfterRefund,
  ])
  func `random lives notice a mutation of the debt`(mutation: DebtMutation) {
    #expect((0..<150).contains { isNoticed(mutation, in: RandomLife(seed: 11, number: $0)) })
  }

  private func isNoticed(_ mutation: DebtMutation, in life: RandomLife) -> Bool {
    guard let (facts, asked) = DebtOfRandomLives.question(of: life) else { return false }
    var question = asked
    question.interval = .month
    question.calendar = .pacific
    let model = DebtModel(facts).rows(of: question)
    return Set(model) != Set(DebtModel(facts, mutation: mutation).rows(of: question))
  }

  @Test func `an upgrade to an unknown purchase ends the period`() {
    var life = DebtLife()
    var sale = DebtSale(from: "2026-01-11", to: "2026-02-11")
    life.record(sale)
    sale.isUpgraded = true
    life.record(sale, at: "2026-01-21")
    // Apple told no money that it gave back: 6,767 are earned at once.
    #expect(life.debt("2026-01-21", "2026-01-22") == [6_767, 0, 6_767, 0, 0])
    // 9,990 × 11 ÷ 31 = 3,544.8
    #expect(
      life.debt(nil, "2026-01-22", mutation: .earnsAfterUpgrade) == [0, 9_990, 3_545, 0, 6_445])
  }
}
