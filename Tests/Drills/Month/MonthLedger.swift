import AppStoreSimulator
import Foundation

/// A ledger that runs through a month, and is asked about it.
struct MonthLedger: Sendable {
  let process: LedgerProcess

  func prepare(for month: MonthOfLives, openAt store: String, _ authority: SigningAuthority)
    async throws
  {
    try process.prepare(
      bundleID: MonthOfLives.app.bundleID, appAppleID: MonthOfLives.app.appAppleID,
      rootCertificatePEM: authority.rootCertificatePEM,
      asking: StoreAccess(url: store, key: month.simulation.developerKey))
  }

  /// Serves without the parts that ask Apple by themselves, so that only requested sweeps run.
  func whileServing<Answer: Sendable>(
    _ body: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await process.whileServing(only: "http,projections,grants", body)
  }

  /// Asks Apple for everything, once, and returns the final status.
  func reconcile() async throws -> ReconcileStatus {
    try await process.command("reconcile", "run")
    let answer = try await process.answer(to: "reconcile", "status", "--json")
    return try JSONDecoder().decode(ReconcileStatus.self, from: answer)
  }

  /// Compares the ledger with the month, and returns the report.
  func settle(
    _ month: MonthOfLives, failed: Int, _ status: ReconcileStatus
  ) async throws -> MonthReport {
    let key = try await process.makeKey(scopes: "ingest,read,grants")
    let reader = LedgerReader(of: process.url, key: key, bundleID: MonthOfLives.app.bundleID)
    let (customers, differences) = try await month.differences(from: reader)
    let notifications = await month.notifications()
    try await Invariants(of: process).check(notifications: notifications)
    return MonthReport(
      customers: customers, notifications: notifications, failed: failed, status: status,
      differences: differences)
  }
}
