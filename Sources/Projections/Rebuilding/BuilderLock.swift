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
        // A session that cannot give the lock back, as after a cancellation, is closed; the server then
        // ends the lock a moment later.
        try? await unlock(holder)
        throw error
      }
    }
  }

  private func unlock(_ holder: Connection) async throws {
    _ = try await holder.query(.rebuildUnlock, AdvisoryLock.projectionBuild.rawValue)
  }
}
