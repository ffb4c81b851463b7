package import Ledger
package import Postgres

/// The append-only log: what Apple told us and what we decided, in lanes, once.
package struct EventLog: Sendable {
  package let installation: Installation
  let pool: Pool
  let words: WordDictionary

  /// Opens a founded log; throws `EventLogError.notFounded` before `migrate`.
  package init(_ pool: Pool) async throws {
    installation = try await Installation.read(pool)
    self.pool = pool
    words = WordDictionary(pool: pool)
  }

  /// The lanes that streams are spread over.
  package var lanes: [Int16] { Array(1...installation.laneCount) }

  package func lane(of stream: StreamID) -> Int16 {
    stream.lane(of: installation.laneCount)
  }

  /// How far every lane has come.
  package func position() async throws -> Position {
    let rows = try await pool.withConnection { [lanes] connection in
      try await connection.query(EventStatements.lanePositions, lanes)
    }
    var position = Position()
    for row in rows {
      position.reach(EventID(lane: try row.get(0), position: try row.get(1)))
    }
    return position
  }
}
