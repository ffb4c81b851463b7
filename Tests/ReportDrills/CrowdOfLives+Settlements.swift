import AppStoreSimulator
import Ledger
import ReferenceModels

extension CrowdOfLives {
  /// Returns what Apple settled of some fiscal months, each in up to three files, some time after it.
  static func settlements(
    of told: [(at: Instant, event: LedgerEvent)], seed: UInt64
  ) -> [(at: Instant, event: LedgerEvent)] {
    var random = SplitMix64(seed: seed)
    return apps.flatMap { app in
      let bought = told.compactMap { arrival -> (at: Instant, purchase: Purchase)? in
        guard case .chain(.transactionObserved(let fact)) = arrival.event,
          fact.chain.bundleID == app
        else { return nil }
        return (arrival.at, fact.purchase)
      }
      guard !bought.isEmpty else { return [(at: Instant, event: LedgerEvent)]() }
      return (0..<4).flatMap { _ in settlements(of: app, by: bought, &random) }
    }
  }

  /// Returns up to three files of the fiscal month of some purchase.
  private static func settlements(
    of app: BundleID, by bought: [(at: Instant, purchase: Purchase)], _ random: inout SplitMix64
  ) -> [(at: Instant, event: LedgerEvent)] {
    let (at, first) = random.pick(bought)
    let month = FiscalMonth(of: PacificTime.day(of: first.purchaseDate))
    let last = CivilDate(daysSince1970: month.after.first.daysSince1970 - 1)
    return (1...random.number(1...3)).map { _ in
      let places = (0...random.number(0...2)).map { _ in
        let purchase = random.pick(bought).purchase
        return SettledMonth.Place(
          purchase.productID, in: purchase.storefront ?? "USA", purchase.currency ?? "USD")
      }
      let amounts = Dictionary(
        places.map { ($0, random.number(-2_000...9_000)) }, uniquingKeysWith: { $1 })
      let file = Digest(of: Array("\(app) \(random.next())".utf8))
      let arrival = at + .seconds(Int(random.number(1...12_000_000)))
      let settled = SettlementRecorded(
        bundleID: app,
        settlement: SettledMonth(days: month.first...last, file: file, amounts: amounts),
        recordedAt: arrival)
      return (arrival, LedgerEvent.shared(.settlementRecorded(settled)))
    }
  }
}
