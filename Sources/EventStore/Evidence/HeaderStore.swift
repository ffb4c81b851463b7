import Ledger
import Postgres
import Synchronization

/// The stored header segments of Apple's JWS, kept in memory as they grow; numbers are for ever.
final class HeaderStore: Sendable {
  private let pool: Pool
  private let known = Mutex(HeaderTable())

  init(pool: Pool) {
    self.pool = pool
  }

  var table: HeaderTable { known.withLock { $0 } }

  /// The table with every header of this dissection; new ones are written first, in a transaction of
  /// their own.
  func table(for dissection: Dissection) async throws -> HeaderTable {
    let missing = table.unknownHeaders(in: dissection)
    guard !missing.isEmpty else { return table }
    let rows = Dictionary(missing.map { (Digest(of: $0), $0) }) { first, _ in first }
      .sorted { $0.key < $1.key }
    try await pool.withConnection { connection in
      try await connection.transaction { connection in
        _ = try connection.query(EventStatements.wordsLock)
        _ = try connection.query(
          EventStatements.jwsHeadersAppend, rows.map(\.key.bytes), rows.map(\.value))
      }
    }
    return try await reloaded()
  }

  /// The table as it is stored now.
  func reloaded() async throws -> HeaderTable {
    let rows = try await pool.withConnection { connection in
      try await connection.query(EventStatements.jwsHeadersRead)
    }
    let read = try rows.map { row in
      (number: try row.get(0, as: Int32.self), header: try row.get(1, as: [UInt8].self))
    }
    return known.withLock { known in
      for (number, header) in read where known.isMissing(number) {
        known.insert(header, number: number)
      }
      return known
    }
  }
}

extension HeaderTable {
  fileprivate func isMissing(_ number: Int32) -> Bool { text(number) == nil }
}
