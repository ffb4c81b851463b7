import Postgres

/// The lock of the builder, which one session of the database holds at a time. It ends with the
/// session, so that a killed builder blocks no other.
struct BuilderLock: Sendable {
  let pool: Pool

  /// Runs the body under the lock. Throws `RebuildError.underWay` if another builder has it.
  func hold<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await pool.withConnection { holder in
      let isFree = try await holder.query(.rebuildLock, AdvisoryLock.projectionBuild.rawValue)[0]
        .decode(Bool.self)
      guard isFree else { throw RebuildError.underWay }
      do {
        let result = try await body()
        try await unlock(holder)
        return result
      } catch {
        // A canceled task sends no statement, so another one gives the lock back. A session that
        // cannot is closed, which ends the lock too.
        await Task { try? await unlock(holder) }.value
        throw error
      }
    }
  }

  private func unlock(_ holder: Connection) async throws {
    _ = try await holder.query(.rebuildUnlock, AdvisoryLock.projectionBuild.rawValue)
  }
}
