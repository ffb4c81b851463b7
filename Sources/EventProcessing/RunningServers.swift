package import Foundation
package import Ledger
package import Postgres

/// A description of a process that serves a ledger.
package struct ServerSheet: Hashable, Sendable {
  package let id: UUID
  package let host: String
  package let process: Int32
  package let version: String
  package let commit: String
  package let schema: Int32
  package let rules: Int32
  /// The names of its parts, as `serve --only` takes them.
  package let parts: [String]

  package init(
    id: UUID, host: String, process: Int32, version: String, commit: String, schema: Int32,
    rules: Int32, parts: [String]
  ) {
    self.id = id
    self.host = host
    self.process = process
    self.version = version
    self.commit = commit
    self.schema = schema
    self.rules = rules
    self.parts = parts
  }
}

/// A process that serves a ledger, or did within the last day.
package struct RunningServer: Hashable, Sendable {
  package let sheet: ServerSheet
  /// The epoch that it knew at its last sign of life.
  package let epoch: UUID
  package let startedAt: Instant
  /// The moment of its last sign of life, by the database's clock.
  package let seenAt: Instant
  /// False after half a minute without a sign of life: the process was killed, is frozen, or is cut off.
  package let isAlive: Bool
}

/// The processes that serve a ledger, as each tells of itself in the database every few seconds.
package struct RunningServers: Sendable {
  private let pool: Pool

  package init(_ pool: Pool) {
    self.pool = pool
  }

  /// Records a sign of life of a process. Forgets processes that were silent for a day.
  package func tell(_ sheet: ServerSheet, epoch: UUID) async throws {
    _ = try await pool.withConnection { connection in
      try await connection.query(
        .serversTell, sheet.id, sheet.host, sheet.process, sheet.version, sheet.commit,
        sheet.schema, sheet.rules, sheet.parts, epoch)
    }
  }

  /// Removes a process that stops.
  package func remove(_ id: UUID) async throws {
    _ = try await pool.withConnection { connection in
      try await connection.query(.serversRemove, id)
    }
  }

  /// Returns the processes of the last day, by host and age.
  package func all() async throws -> [RunningServer] {
    try await pool.withConnection { connection in
      try await connection.query(.serversRead)
    }.decode(RunningServer.self)
  }
}

extension RunningServer: RowDecodable {
  package init(_ columns: inout ColumnReader) throws {
    self.init(
      sheet: ServerSheet(
        id: try columns.next(), host: try columns.next(), process: try columns.next(),
        version: try columns.next(), commit: try columns.next(), schema: try columns.next(),
        rules: try columns.next(), parts: try columns.next()),
      epoch: try columns.next(), startedAt: try columns.next(), seenAt: try columns.next(),
      isAlive: try columns.next())
  }
}
