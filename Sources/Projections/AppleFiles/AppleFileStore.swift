import AppleReports
import Ledger
package import Postgres

/// The reason why a report file of Apple's was not kept: a sentence with the line and the remedy.
package struct AppleFileRejection: Error, CustomStringConvertible {
  package let description: String
}

/// The report files of Apple's that were imported, kept as they came.
package struct AppleFileStore: Sendable {
  private let pool: Pool

  package init(_ pool: Pool) {
    self.pool = pool
  }

  /// Reads a file and keeps it. Returns false if the same content is kept already.
  ///
  /// Throws an ``AppleFileRejection`` for a file that is no report or is damaged.
  package func add(_ body: [UInt8], named name: String) async throws -> Bool {
    let report: AppleReport
    do {
      report = try AppleReport(reading: body)
    } catch {
      throw AppleFileRejection(description: error.description)
    }
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        .appleFileWrite, report.digest.bytes, report.kind.rawValue, name,
        report.period?.lowerBound.description, report.period?.upperBound.description, body)
    }
    return !rows.isEmpty
  }

  /// Runs the body for the newest file of each time of a kind within some days, one after the other.
  func each(
    _ kind: AppleReportKind, within days: ClosedRange<CivilDate>,
    _ body: (AppleReport) -> Void
  ) async throws {
    let digests: [[UInt8]] = try await pool.withConnection { connection in
      try await connection.query(
        .appleFilesRead, kind.rawValue, days.lowerBound.description, days.upperBound.description
      ).decode()
    }
    for digest in digests {
      let rows = try await pool.withConnection { connection in
        try await connection.query(.appleFileBody, digest)
      }
      for file in try rows.decode([UInt8].self) { body(try AppleReport(reading: file)) }
    }
  }
}
