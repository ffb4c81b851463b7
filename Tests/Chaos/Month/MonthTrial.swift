import AppStoreSimulator
package import Foundation

/// A month of which a ledger does not hear everything in time.
package protocol MonthTrial: Sendable {
  init(_ setting: MonthSetting)

  func run() async throws -> MonthReport
}

/// Who lives in the month, and beside which ledger.
package struct MonthSetting: Sendable {
  let ledger: MonthLedger
  let customers: Int
  let seed: UInt64
  let house: SigningHouse

  /// The binary is `daicho`; the home is a folder of the trial's own.
  package init(binary: URL, home: URL, port: Int, customers: Int, seed: UInt64) throws {
    ledger = MonthLedger(process: LedgerProcess(binary: binary, home: home, port: port))
    self.customers = customers
    self.seed = seed
    house = try SigningHouse()
  }

  func month(misbehaving misbehaviour: Misbehaviour = Misbehaviour()) -> MonthOfLives {
    MonthOfLives(
      of: customers, ending: LivesTrial.yesterdaysEnd, seed: seed, signedBy: house,
      misbehaving: misbehaviour, telling: ledger.process.url)
  }
}
