import Ledger
import Postgres

/// The store of Apple's JWS headers, kept in memory as it grows. Numbers are permanent.
///
/// A header that does not match its stored digest was altered, and is as good as missing: evidence that names it does
/// not open, and new evidence is packed without it. `verify` names it.
final class HeaderStore: Sendable {
  private let pool: Pool
  private let known: Remembered<HeaderTable>

  init(pool: Pool, memory: LogMemory) {
    self.pool = pool
    known = Remembered(HeaderTable(), in: memory)
  }

  /// The fingerprint of the known headers; nil while there are none.
  var fingerprint: TableFingerprint? { TableFingerprint(table.digests) }

  var table: HeaderTable { known.withLock { $0 } }

  /// Returns the table with every header of this splitter. Writes new headers first, in a separate
  /// transaction.
  func table(for splitter: EvidenceSplitter) async throws -> HeaderTable {
    let missing = table.unknownHeaders(in: splitter).filter { !table.isAltered(Digest(of: $0)) }
    guard !missing.isEmpty else { return table }
    let rows = Dictionary(missing.map { (Digest(of: $0), $0) }) { first, _ in first }
      .sorted { $0.key < $1.key }
    try await pool.withConnection { connection in
      try await connection.transaction { connection in
        _ = try connection.query(.internedStringsLock, AdvisoryLock.internedStrings.rawValue)
        _ = try connection.query(.jwsHeadersAppend, rows.map(\.key.bytes), rows.map(\.value))
      }
    }
    return try await reloaded()
  }

  /// Returns the table as currently stored.
  func reloaded() async throws -> HeaderTable {
    let generation = known.generation
    let rows = try await pool.withConnection { connection in
      try await connection.query(.jwsHeadersRead)
    }
    let read = try rows.decode((Int32, [UInt8], [UInt8]).self)
    known.remember(since: generation) { known in
      for (number, header, digest) in read where known.isMissing(number) {
        if Digest(of: header).bytes == digest {
          known.insert(header, number: number)
        } else if digest.count == 32 {
          known.noteAltered(Digest(bytes: digest))
        }
      }
    }
    return table
  }
}

extension HeaderTable {
  fileprivate func isMissing(_ number: Int32) -> Bool { text(number) == nil }
}
