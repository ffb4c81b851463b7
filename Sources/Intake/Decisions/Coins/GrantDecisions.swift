package import EventStore
package import Ledger

/// The decisions of granting, by their way into the log. A paused ledger refuses them with
/// `EventLogError.paused`.
package struct GrantDecisions: Sendable {
  private let intake: Intake

  package init(_ intake: Intake) {
    self.intake = intake
  }

  package var log: EventLog { intake.log }
  package var accounts: AccountReader { intake.accounts }

  /// The moment of decisions that are made now.
  package var moment: Instant { intake.now() }

  /// Records grants. One that is recorded already is left out.
  package func make(_ grants: [GrantMade]) async throws {
    guard !grants.isEmpty else { return }
    _ = try await log.append(
      grants.map { NewEvent(.chain(.grantMade($0))) }, isRefusedWhilePaused: true)
  }

  /// Records the accounts of grants that waited for one, or changed it.
  package func assign(_ assigned: [GrantAssigned]) async throws {
    guard !assigned.isEmpty else { return }
    _ = try await log.append(
      assigned.map { NewEvent(.chain(.grantAssigned($0))) }, isRefusedWhilePaused: true)
  }

  /// Makes the wallet of an account follow grants. Returns the movements that could not be booked.
  package func follow(
    _ statuses: [GrantStatus], for account: AccountReference, in bundleID: BundleID,
    environment: StoreEnvironment
  ) async throws -> [WalletRejection] {
    try await intake.follow(statuses, for: account, in: bundleID, environment: environment)
  }
}
