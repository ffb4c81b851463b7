package import Ledger
package import Postgres

extension Installation {
  /// Begins another epoch and pauses the ledger from the epoch's moment on.
  ///
  /// - Parameter owner: a pool with the rights of the database's owner, because the application's
  ///   role may not do this.
  package static func open(_ opened: EpochOpened, by owner: Pool) async throws {
    try await owner.withConnection { connection in
      _ = try await connection.query(
        .installationOpenEpoch, opened.epoch, opened.openedAt, opened.reason)
    }
  }

  /// Resumes external effects and grants.
  package static func unpause(by owner: Pool) async throws {
    try await owner.withConnection { connection in
      _ = try await connection.query(.installationUnpause)
    }
  }
}

extension EventLog {
  /// Returns the moment at which an event of a purchase or account was last recorded; nil if there
  /// is none. In a restored ledger the backup ends at this moment.
  package func recordedUntil() async throws -> Instant? {
    try await rows(.lanesRecordedUntil, [lanes]).decode(Instant?.self).first ?? nil
  }
}
