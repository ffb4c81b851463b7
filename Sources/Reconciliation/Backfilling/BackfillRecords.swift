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
        now)
    }
    var progress = BackfillProgress(
      digest: file.digest, linesDone: 0, customers: 0, known: 0, count: ReconciliationCount(),
      movedAt: now)
    guard let row = rows.first else { return progress }
    var columns = ColumnReader(row)
    progress.linesDone = try columns.next()
    progress.customers = try columns.next()
    progress.count = try ReconciliationCount(&columns)
    progress.known = try columns.next()
    progress.finishedAt = try columns.next()
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
        progress.known, progress.movedAt, progress.finishedAt)
      try connection.post(.backfillFailuresForget, digest, lines.map { Int64($0.line) })
      try connection.query(.backfillFailuresWrite, digest, failed.map(\.0), failed.map(\.1))
    }
  }

  package func failures(of digest: Digest) async throws -> [Failure] {
    try await pool.withConnection { connection in
      try await connection.query(.backfillFailuresRead, digest.bytes)
    }.decode((Int64, String).self).map(Failure.init)
  }
}
