import EventStore
import Intake
import Ledger
import Projections
import Reconciliation
import Reports
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

  /// Closes a period, and projects the event that tells of it.
  @discardableResult
  func close(
    _ period: ReportingPeriod, by author: String, forcedBecause reason: String?
  ) async throws -> PeriodClose {
    let close = try await closing().close(period, by: author, forcedBecause: reason)
    try await project()
    return close
  }
}
