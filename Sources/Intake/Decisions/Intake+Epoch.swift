import EventStore
import Foundation
package import Ledger
package import Postgres

extension Intake {
  /// Opens a new epoch after a restore from backup and pauses the ledger: from then on granting
  /// begins no work in any process.
  ///
  /// An interrupted call may be repeated and then opens another epoch.
  ///
  /// - Parameters:
  ///   - owner: a pool with the rights of the database's owner.
  ///   - awaitQuiet: waits for the end of work that began before the pause.
  @discardableResult
  package func openEpoch(
    because reason: String, by owner: Pool, awaitQuiet: () async throws -> Void = {}
  ) async throws -> EpochOpened {
    let opened = EpochOpened(epoch: UUID(), reason: reason, openedAt: now())
    try await Installation.open(opened, by: owner)
    try await awaitQuiet()
    _ = try await append([NewEvent(.shared(.epochOpened(opened)))])
    try await log.readInstallation()
    return opened
  }

  /// Resumes external effects and grants.
  package func unpause(by owner: Pool) async throws {
    try await Installation.unpause(by: owner)
    try await log.readInstallation()
  }

  /// Returns the moment at which the ledger was paused; nil if it is not paused.
  package func pausedSince() async throws -> Instant? {
    try await log.readInstallation().pausedSince
  }

  /// Returns the moment at which an event of a purchase or account was last recorded; nil if there
  /// is none.
  package func recordedUntil() async throws -> Instant? { try await log.positions.recordedUntil() }
}
