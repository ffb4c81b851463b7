import EventStore
import Foundation
package import Ledger
package import Postgres

extension Intake {
  /// Goes on from a restored backup: another epoch begins, and the ledger is held until it is released.
  /// When this returns no granter is at work any more, whatever process it runs in.
  ///
  /// Interrupted, it may be done again: that is another epoch.
  ///
  /// - Parameter owner: with the rights of the database's owner.
  @discardableResult
  package func openEpoch(
    because reason: String, by owner: Pool
  ) async throws -> EpochOpened {
    let opened = EpochOpened(epoch: UUID(), reason: reason, openedAt: now())
    try await Installation.open(opened.epoch, by: owner)
    try await log.lookups.withTransaction { [log] connection in
      _ = try connection.query(GrantingStatements.checkpointsAwait, log.lanes)
    }
    _ = try await append([NewEvent(.epochOpened(opened))])
    try await log.readInstallation()
    return opened
  }

  /// Lets things go out and be granted again.
  package func release(by owner: Pool) async throws {
    try await Installation.release(by: owner)
    try await log.readInstallation()
  }

  /// Since when the ledger is held; nil as a rule.
  package func heldSince() async throws -> Instant? {
    try await log.readInstallation().heldSince
  }

  /// When something was last recorded of purchases and accounts; nil where nothing ever was.
  package func recordedUntil() async throws -> Instant? { try await log.recordedUntil() }
}
