package import Ledger
package import Postgres

/// An inspection of the log's foundations: the server, the rights, the keys and the partitions
/// ahead.
package struct Inspection: Sendable {
  /// The server and its durability settings, as PostgreSQL spells them.
  package struct Server: Sendable, Hashable {
    /// The version as PostgreSQL numbers it: 150004 is 15.4.
    package let version: Int
    package let versionText: String
    package let fsync: String
    package let synchronousCommit: String
    package let fullPageWrites: String
    /// The number of sessions that logins without privileges may have.
    package let places: Int
    /// The number of sessions that the login may have; nil if it has no limit of its own.
    package let loginLimit: Int?
    /// The number of sessions that the database may have; nil if it has no limit of its own.
    package let databaseLimit: Int?
    package let speed: Speed
  }

  /// The server's settings on which the speed of a long log depends.
  package struct Speed: Sendable, Hashable {
    /// The server's own buffers in bytes.
    package let sharedBuffers: Int64
    /// As PostgreSQL spells it: `off`, `pglz`, `lz4` or `zstd`.
    package let walCompression: String
    /// The longest time between two checkpoints in seconds.
    package let checkpointTimeout: Int64
    /// The most bytes of log between two checkpoints.
    package let maxWALSize: Int64
  }

  /// The number of positions in a partition.
  package static let partitionSize: Int64 = 16_777_216

  private let pool: Pool

  /// Inspects with the rights of the pool's role.
  package init(_ pool: Pool) {
    self.pool = pool
  }

  package func server() async throws -> Server {
    try await rows(.verifyServer)[0].decode(Server.self)
  }

  /// Returns the server's clock, to the millisecond.
  package func clock() async throws -> Instant {
    try await rows(.verifyClock)[0].decode()
  }

  /// Writes a temporary table of half a megabyte, which ends with its transaction. Throws what a write throws.
  package func tryToWrite() async throws {
    try await pool.withTransaction { connection in _ = try connection.query(.verifyWrites) }
  }

  /// Returns the excess rights of this role on the tables of the log, on data keys and on API keys,
  /// as `UPDATE on event`.
  package func excessRights() async throws -> [String] {
    try await rows(.verifyRights).decode((String, String).self)
      .map { table, right in "\(right) on \(table)" }
  }

  /// A strength of the application's role that opens the guards of the log.
  package struct ExcessStrength: Sendable, Hashable {
    /// The role as the beginning of a sentence, and the strength, as `it has SUPERUSER`.
    package let finding: String
    /// The commands that take it away, in backticks.
    package let remedy: String

    /// - Parameter takesRights: true if the statement takes rights of the ledger with it, which a migration gives back.
    init(finding: String, statement: String, takesRights: Bool) {
      self.finding = finding
      remedy = "`\(statement)`" + (takesRights ? ", then `daicho migrate`" : "")
    }

    /// The finding of a verification.
    package var promise: BrokenPromise {
      BrokenPromise(.object("the application's role"), "\(finding): run \(remedy)")
    }
  }

  /// Returns the attributes, memberships and tables of the application's role that it must not have, whoever logs in.
  package func excessStrengths() async throws -> [ExcessStrength] {
    try await rows(.verifyApplication).decode((String, String, Bool).self)
      .map { ExcessStrength(finding: $0, statement: $1, takesRights: $2) }
  }

  /// Returns the place where the ledger last ran; nil if that is here, or if the ledger is paused because of it.
  package func foreignPlace() async throws -> String? {
    try await rows(.verifyPlace).decode(String.self).first
  }

  /// Returns the role of the session.
  package func role() async throws -> String {
    try await rows(.verifyRole)[0].decode()
  }

  /// Returns the attributes by which the login could give itself more rights than the application
  /// has, as `SUPERUSER`. The role of the session does not matter.
  package func loginAttributes() async throws -> [String] {
    try await rows(.verifyLogin).decode()
  }

  /// Returns the tables of the log whose guard against changes was removed or disabled.
  package func unguardedTables() async throws -> [String] {
    try await rows(.verifyGuards).decode()
  }

  /// Returns the ids of the master keys that wrap data keys.
  package func masterKeys(laneCount: Int16) async throws -> [String] {
    try await rows(.verifyMasterKeys, Array(0...laneCount)).decode()
  }

  /// Returns the first position without a partition of the log.
  package func partitionsEnd() async throws -> Int64 {
    try await rows(.verifyPartitions).decode((String, Int64).self).map(\.1).min() ?? 0
  }

  func rows(
    _ statement: Statement, _ parameters: (any PostgresEncodable)?...
  ) async throws -> Rows {
    try await pool.withConnection { connection in
      try await connection.query(statement, parameters)
    }
  }
}

extension Inspection.Server: RowDecodable {
  package init(_ columns: inout ColumnReader) throws {
    version = Int(try columns.next(Int32.self))
    versionText = try columns.next()
    fsync = try columns.next()
    synchronousCommit = try columns.next()
    fullPageWrites = try columns.next()
    places = Int(try columns.next(Int32.self))
    loginLimit = try columns.next(Int32?.self).map { Int($0) }
    databaseLimit = try columns.next(Int32?.self).map { Int($0) }
    speed = Inspection.Speed(
      sharedBuffers: try columns.next(), walCompression: try columns.next(),
      checkpointTimeout: try columns.next(), maxWALSize: try columns.next())
  }
}
