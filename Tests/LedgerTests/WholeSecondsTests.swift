import AppStoreSimulator
import Ledger
import Testing

/// Random lives in which a receipt tells of some transactions in whole seconds, and Apple's signature of
/// the others in milliseconds.
struct WholeSecondsTests {
  @Test(arguments: 1...200)
  func `a life that receipts tell in part grants and entitles as a signed one`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let life = TrueLife(using: &random, isUpgradeMarked: true)
    let told = Set(
      life.given.state.transactions.keys.sorted().filter { _ in Bool.random(using: &random) })
    let mixed = life.given.telling(told, first: false)
    let (signed, mixture) = (try Self.taken(life.given), try Self.taken(mixed))
    #expect(signed.keys.sorted() == mixture.keys.sorted(), "seed \(seed)")
    for (id, amount) in signed {
      // The share of a period may change by a second, and the rounding with it.
      #expect(abs(amount - (mixture[id] ?? 0)) <= 1, "seed \(seed), \(id)")
    }
    for moment in life.turningPoints.flatMap({ [$0 - 0.01, $0, $0 + 0.3] }) {
      let answer = Entitlements.evaluate([mixed.state], at: day(moment))
      #expect(answer.map(\.transactionID) == life.live(at: moment), "seed \(seed), \(moment)")
    }
  }

  @Test(arguments: 1...200)
  func `a life that receipts tell in part has the days of a signed one`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let life = TrueLife(using: &random, isUpgradeMarked: true)
    let told = life.given.state.transactions.keys.sorted().filter { _ in Bool.random(using: &random)
    }
    for mixed in [life.given.telling(told), life.given.telling(told, first: true)] {
      for moment in life.turningPoints.sorted() {
        let (days, expected) = (
          try mixed.tenure(on: moment).total.wholeDays,
          try life.given.tenure(on: moment).total.wholeDays
        )
        #expect(days == expected, "seed \(seed), \(moment)")
      }
    }
  }

  /// Returns the coins taken back of each period.
  private static func taken(_ given: Given) throws -> [TransactionID: Int64] {
    var given = given
    given.grant(by: try Catalogs(goldMonthly(5_000)))
    return Dictionary(
      uniqueKeysWithValues: given.book.statuses.map { ($0.grant.transactionID, $0.takenBack) })
  }
}
