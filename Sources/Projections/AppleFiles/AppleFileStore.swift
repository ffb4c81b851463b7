import AppleReports
package import Ledger
package import Postgres

/// The report files of Apple's that were imported, kept as they came.
package struct AppleFileStore: Sendable {
  /// The days of which there may be files: the App Store opened in 2008.
  static let allDays = CivilDate(daysSince1970: 0)...CivilDate(daysSince1970: 100_000)

  private let pool: Pool
  /// The moment after which imports are left out; nil for none.
  private var known: Instant?

  package init(_ pool: Pool) {
    self.pool = pool
  }

  /// Returns the files as they were kept at a moment; all of them for nil.
  func known(at moment: Instant?) -> AppleFileStore {
    var store = self
    store.known = moment
    return store
  }

  /// Returns true if the same content is kept already, of the same days.
  package func isKept(_ file: AppleFile) async throws -> Bool {
    try await pool.withConnection { connection in
      try await connection.query(
        .appleFileIsKept, file.digest.bytes, file.days?.lowerBound.description,
        file.days?.upperBound.description)[0].decode()
    }
  }

  /// Keeps a file that an event tells of.
  package func keep(_ file: AppleFile, told event: EventID) async throws {
    _ = try await pool.withConnection { connection in
      try await connection.query(
        .appleFileWrite, file.digest.bytes, file.kind.rawValue, file.name,
        file.days?.lowerBound.description, file.days?.upperBound.description, file.body,
        event.position)
    }
  }

  /// Runs the body for the newest file of each time of a kind within some days, with the file's days, one
  /// after the other.
  func each(
    _ kind: AppleReportKind, within days: ClosedRange<CivilDate>,
    _ body: (AppleReport, ClosedRange<CivilDate>) -> Void
  ) async throws {
    let files = try await newest(kind, within: days)
    for (days, digest) in files.sorted(by: { $0.key.isBefore($1.key) }) {
      if let report = try await report(digest) { body(report, days) }
    }
  }

  /// Runs the body for the rows of the newest daily sales file of each of some days, one after the other.
  func eachDayOfSales(
    within days: ClosedRange<CivilDate> = allDays, _ body: (CivilDate, [SalesRow]) -> Void
  ) async throws {
    try await each(.sales, within: days) { report, period in
      guard case .sales(let rows) = report.rows, period.lowerBound == period.upperBound else {
        return
      }
      body(period.lowerBound, rows)
    }
  }

  /// Returns the digest of the newest file of each time of a kind within some days.
  func newest(
    _ kind: AppleReportKind, within days: ClosedRange<CivilDate> = allDays
  ) async throws -> [ClosedRange<CivilDate>: Digest] {
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        .appleFilesRead, kind.rawValue, days.lowerBound.description, days.upperBound.description,
        known)
    }
    var files: [ClosedRange<CivilDate>: Digest] = [:]
    for row in rows {
      var columns = ColumnReader(row)
      let digest = Digest(bytes: try columns.next())
      let (first, last): (String, String) = (try columns.next(), try columns.next())
      guard let first = CivilDate(first), let last = CivilDate(last) else {
        throw columns.broken("the day of a file is no date")
      }
      files[first...last] = digest
    }
    return files
  }

  /// Reads a kept file; nil if there is none. Throws ``KeptBytesAltered`` if its content has another
  /// digest.
  func report(_ digest: Digest) async throws -> AppleReport? {
    let rows = try await pool.withConnection { connection in
      try await connection.query(.appleFileBody, digest.bytes)
    }
    guard let body = try rows.decode([UInt8].self).first else { return nil }
    guard let report = try? AppleReport(reading: body), report.digest == digest else {
      throw KeptBytesAltered(subject: "Apple's file \(digest.hexadecimal)")
    }
    return report
  }
}

extension ClosedRange<CivilDate> {
  fileprivate func isBefore(_ other: ClosedRange<CivilDate>) -> Bool {
    (lowerBound, upperBound) < (other.lowerBound, other.upperBound)
  }
}
