import AppStoreSimulator
package import Foundation

/// A drill of a month in which a ledger does not receive everything in time.
package protocol MonthDrill: Sendable {
  init(_ setting: MonthSetting)

  func run() async throws -> MonthReport
}

/// The customers of the month, and the ledger beside them.
package struct MonthSetting: Sendable {
  let ledger: MonthLedger
  let customers: Int
  let seed: UInt64
  let authority: SigningAuthority

  /// Creates a setting for the `daicho` at `binary`. The home is a folder of this drill alone.
  package init(binary: URL, home: URL, port: Int, customers: Int, seed: UInt64) throws {
    ledger = MonthLedger(process: LedgerProcess(binary: binary, home: home, port: port))
    self.customers = customers
    self.seed = seed
    authority = try SigningAuthority()
  }

  func month(misbehaving misbehavior: Misbehavior = Misbehavior()) -> MonthOfLives {
    MonthOfLives(
      of: customers, ending: LivesDrill.yesterdaysEnd, seed: seed, signedBy: authority,
      misbehaving: misbehavior, telling: ledger.process.url)
  }
}
