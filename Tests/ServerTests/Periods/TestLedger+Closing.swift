import EventStore
import Intake
import Ledger
import Reconciliation
import TestSupport

@testable import Server

extension TestLedger {
  /// Returns the closing of this ledger's periods as of June 2025.
  func closing(of apps: [ConfiguredApp] = []) -> PeriodClosing {
    let now = Instant(day: "2025-06-01")
    return PeriodClosing(
      pool: pool, log: log,
      known: KnownStores(pool, lanes: log.lanes, apps: apps, askable: []), of: Self.bundleID,
      in: .production, now: { now })
  }
}
