import EventStore
import Foundation
package import Ledger
package import Postgres

/// The records of the progress of backfill files.
package struct BackfillRecords: Sendable {
  private let pool: Pool

  package init(_ pool: Pool) {
    self.pool = pool
  }

  /// A line whose history could not be read.
  package struct Failure: Hashable, Sendable {
    package let line: Int64
    package let code: String
  }

  /// Returns the recorded progress of a file, or the beginning.
  func begin(
    _ file: BackfillFile, of bundleID: BundleID, at now: Instant
  ) async throws -> BackfillProgress {
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        .backfillBegin, file.digest.bytes, bundleID.rawValue,
        PostgresTimestamp(now))
    }
    var progress = BackfillProgress(
      digest: file.digest, linesDone: 0, customers: 0, count: ReconciliationCount(), movedAt: now)
    guard let row = rows.first else { return progress }
    progress.linesDone = try row.get(0)
    progress.customers = try row.get(1)
    progress.count.present = try row.get(2)
    progress.count.repaired = try row.get(3)
    progress.count.rejected = try row.get(4)
    progress.finishedAt = try row.optional(5, as: PostgresTimestamp.self).map { Instant($0) }
    return progress
  }

  func close(_ progress: BackfillProgress, _ lines: [BackfilledLine]) async throws {
    let failed = lines.compactMap { line in
      if case .failed(let code) = line.outcome { (Int64(line.line), code) } else { nil }
    }
    try await pool.withTransaction { connection in
      let digest = progress.digest.bytes
      try connection.post(
        .backfillMove, digest, progress.linesDone, progress.customers,
        progress.count.present, progress.count.repaired, progress.count.rejected,
        PostgresTimestamp(progress.movedAt), progress.finishedAt.map { PostgresTimestamp($0) })
      try connection.post(.backfillFailuresForget, digest, lines.map { Int64($0.line) })
      try connection.query(.backfillFailuresWrite, digest, failed.map(\.0), failed.map(\.1))
    }
  }

  package func failures(of digest: Digest) async throws -> [Failure] {
    try await pool.withConnection { connection in
      try await connection.query(.backfillFailuresRead, digest.bytes)
    }.map { Failure(line: try $0.get(0), code: try $0.get(1)) }
  }
}
