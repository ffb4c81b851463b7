package import Foundation
package import Ledger
package import Postgres

extension Installation {
  /// Begins another epoch and holds the ledger.
  ///
  /// - Parameter owner: with the rights of the database's owner; the application may not do this.
  package static func open(_ epoch: UUID, by owner: Pool) async throws {
    try await owner.withConnection { connection in
      _ = try await connection.query(EventStatements.installationOpenEpoch, epoch)
    }
  }

  /// Lets things go out and be granted again.
  package static func release(by owner: Pool) async throws {
    try await owner.withConnection { connection in
      _ = try await connection.query(EventStatements.installationRelease)
    }
  }
}

extension EventLog {
  /// When something was last recorded of purchases and accounts; nil where nothing ever was. In a restored
  /// ledger that is how far its backup reaches.
  package func recordedUntil() async throws -> Instant? {
    try await rows(EventStatements.lanesRecordedUntil, [lanes])
      .first?.optional(0, as: Timestamp.self).map(Instant.init)
  }
}
