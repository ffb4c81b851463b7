import EventProcessing
package import EventStore
package import Intake
import Logging
package import Projections

/// A ledger whose projections cover all events recorded so far, even if no server runs.
package enum ProjectedLedger {
  /// Lends a reader whose projections cover all events recorded so far.
  /// Throws wrong usage if the body asks about a moment to come.
  package static func withReader<Result: Sendable>(
    _ settings: Settings, _ body: (Reader) async throws -> Result
  ) async throws -> Result {
    try await withProjections(settings) { log, database in
      try await body(Reader(pool: database.pool, log: log))
    }
  }

  /// Lends the finance reports, as current as the reader of `withReader`.
  ///
  /// - Parameter apps: the configured apps.
  package static func withReports<Result: Sendable>(
    _ settings: Settings, about apps: [ConfiguredApp],
    _ body: (ReportService) async throws -> Result
  ) async throws -> Result {
    try await withProjections(settings) { log, database in
      try await body(
        ReportService(pool: database.pool, log: log, appleIDs: apps.appleIDs))
    }
  }

  private static func withProjections<Result: Sendable>(
    _ settings: Settings, _ body: (EventLog, Database) async throws -> Result
  ) async throws -> Result {
    try await Database.withLog(settings) { log, database in
      try await project(log, in: database)
      try await log.observe()
      do {
        return try await body(log, database)
      } catch ProjectionError.momentAhead {
        throw WrongUsage("--known-at has not passed yet by the database's clock")
      }
    }
  }

  /// Brings the projections up to all events recorded so far. Throws if they were never built and the
  /// log is long.
  package static func project(_ log: EventLog, in database: Database) async throws {
    switch try await FirstBuild(pool: database.pool, log: log, logger: .quiet).build() {
    case .built: break
    case .elsewhere: throw RebuildError.underWay
    case .tooLong: throw RebuildError.neverBuilt
    }
    try await EventProcessor(
      [ProjectionConsumer(log)], log: log, pool: database.pool, logger: .quiet
    ).runToEnd()
  }
}
