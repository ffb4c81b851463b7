import Ledger
import Testing

@testable import ReferenceModels

/// The figures of single cases as the reference models answer them, so that no model shares an error with the
/// rules unseen.
struct ModelCaseTests {
  private static let last = Instant(milliseconds: 4_000_000_000_000)

  private func journal(_ events: [RecordedEvent]) -> [ModelPurchaseName: JournalModel.Holding] {
    JournalModel(
      events: events, terms: ModelTerm.standard, settings: ModelSettings(), taxes: []
    ).holdings(at: Self.last)
  }

  @Test(arguments: ReviewCase.all)
  func `the model's books charge and give back what is right`(found: ReviewCase) {
    let holdings = journal(found.events)
    let charged = holdings.map { ($0.key.transactionID, $0.value.price) }
    #expect(Dictionary(uniqueKeysWithValues: charged) == found.charged)
    #expect(holdings.values.reduce(0) { $0 + $1.returned[0] } == found.returned)
  }

  @Test(arguments: ReviewCase.all)
  func `the coins that are left by the model are right`(found: ReviewCase) {
    let worth = CoinsModel(found.events).worth(of: found.given.chain, at: Self.last)
    #expect(worth[gem] ?? 0 == found.gems ?? 0)
  }

  @Test func `A17 the model's year goes on in a migrated chain`() {
    let holdings = journal(ReviewCaseTests.migrated)
    #expect(
      holdings.sorted { $0.key < $1.key }.map { "\($0.key.transactionID) \($0.value.commission)" }
        == ["1 29997", "2 1499"])
  }

  @Test func `D10 the model counts the days before a prorated refund`() throws {
    let found = try #require(ReviewCase.all.first { $0.name == "D10" })
    let model = TenureModel(ModelFacts(found.events), settings: ModelSettings())
    let tenure = model.tenure(of: found.given.chain, in: "gold", at: day(40))
    #expect(tenure.daysOfPaidService == 10)
  }

  /// A month of a commitment was due on day 31 and was collected on day 106: the gap is too long, and the rate
  /// is uncertain.
  @Test(arguments: [(75.0, ["2"]), (60, [])] as [(Double, [TransactionID])])
  func `J3 a commitment's month collected after more than sixty days is uncertain`(
    gap: Double, uncertain: [TransactionID]
  ) {
    var given = Given()
    given.currency = "EUR"
    for (number, start) in [(1, 0.0), (2, 31 + gap)] {
      given.bought(
        TransactionID("\(number)"), from: start, to: start + 31,
        reason: number == 1 ? "PURCHASE" : "RENEWAL", plan: "MONTHLY", price: 8_990,
        commitment: Commitment(period: Int32(number), of: 12))
    }
    let model = TenureModel(ModelFacts(given.events), settings: ModelSettings())
    #expect(model.uncertainRates(of: given.chain, in: "gold") == uncertain)
  }
}
