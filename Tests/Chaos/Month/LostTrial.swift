import AppStoreSimulator
package import Foundation

/// Of a month's notifications one in five is lost for good; one question for Apple's history must make up
/// for all of them.
package struct LostTrial: MonthTrial {
  private static let lostPercent = 20

  private let ledger: MonthLedger
  private let customers: Int
  private let seed: UInt64
  private let house: SigningHouse

  package init(binary: URL, home: URL, port: Int, customers: Int, seed: UInt64) throws {
    ledger = MonthLedger(process: LedgerProcess(binary: binary, home: home, port: port))
    self.customers = customers
    self.seed = seed
    house = try SigningHouse()
  }

  package func run() async throws -> MonthReport {
    var misbehaviour = Misbehaviour(seed: seed)
    misbehaviour.notifications.lostPercent = Self.lostPercent
    let month = MonthOfLives(
      of: customers, ending: LivesTrial.yesterdaysEnd, seed: seed, signedBy: house,
      misbehaving: misbehaviour, telling: ledger.process.url)
    return try await month.simulation.whileOpen { store in
      try await ledger.prepare(for: month, openAt: store, house)
      return try await ledger.whileServing {
        try await TrialGoods.publish(.game, at: 0, to: ledger.process)
        try await month.advance(to: month.end)
        await month.simulation.deliverAll()
        let failed = await month.failed()
        return try await ledger.settle(month, failed: failed, try await ledger.reconcile())
      }
    }
  }
}
