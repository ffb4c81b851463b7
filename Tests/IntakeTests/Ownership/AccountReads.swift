import EventStore
import Ledger
import Projections
import TestSupport

/// The entitlements of accounts at a point of a history, read one by one and all at once.
struct AccountReads {
  private static let moments = [TestLedger.now, TestLedger.now + .seconds(-20 * 86_400)]

  private let accounts: [AccountKey]
  private var single: [[[Entitlement]]] = []
  private var together: [[[Entitlement]]] = []
  /// The moment at which the log was as far as these reads.
  private let known: Instant

  init(of names: [String], in ledger: TestLedger) async throws {
    accounts = names.map { ledger.account(AccountID($0)) }
    try await ledger.project()
    known = try await ledger.log.cut().moment
    for moment in Self.moments {
      var each: [[Entitlement]] = []
      for account in accounts {
        each.append(try await ledger.reader.status.entitlements(of: account, at: moment).value)
      }
      single.append(each)
      together.append(try await ledger.reader.status.entitlements(of: accounts, at: moment).value)
    }
  }

  /// Compares the single reads with those of all accounts at once, by the projection then and by the
  /// log now.
  func difference(from ledger: TestLedger) async throws -> String? {
    for (index, moment) in Self.moments.enumerated() {
      let past = try await ledger.reader.status.entitlements(
        of: accounts, at: moment, knownAt: known
      ).value
      for (reading, all) in [("at once", together[index]), ("by the log", past)]
      where all != single[index] {
        return "entitlements at \(moment), one by one \(single[index]), \(reading) \(all)"
      }
    }
    return nil
  }
}
