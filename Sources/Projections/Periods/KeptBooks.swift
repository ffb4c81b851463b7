package import Ledger
package import Postgres

/// Everything that is kept of closed periods and of Apple's files, for a comparison with the log.
package struct KeptBooks: Sendable {
  /// A close as its row holds it.
  package struct Close: Sendable {
    package let app: BundleID
    package let environment: StoreEnvironment
    package let name: String
    package let calendar: String
    package let startsAt: Instant
    package let endsAt: Instant
    package let closedAt: Instant
    package let closedBy: String
    package let forcedBecause: String?
    package let cut: Position
    package let rules: Int32?
    package let leftOut: Int64
    /// The position of its event in lane 0.
    package let told: Int64?
  }

  /// A report of a close, with the digest of its bytes in hexadecimal digits.
  package struct Report: Sendable {
    package let app: BundleID
    package let environment: StoreEnvironment
    package let endsAt: Instant
    package let report: String
    package let format: String
    package let digest: String
  }

  /// A file of Apple's, with the digests of its content and of its bytes.
  package struct File: Sendable {
    package let content: Digest
    package let kind: String
    package let name: String
    package let firstDay: String?
    package let lastDay: String?
    package let body: Digest
    /// The position of its event in lane 0.
    package let told: Int64?
    package let importedAt: Instant
  }

  private let pool: Pool

  package init(_ pool: Pool) {
    self.pool = pool
  }

  package func closes() async throws -> [Close] {
    try await rows(.periodClosesKept).decode(Close.self)
  }

  package func reports() async throws -> [Report] {
    try await rows(.periodReportsKept).decode(Report.self)
  }

  package func files() async throws -> [File] {
    try await rows(.appleFilesKept).decode(File.self)
  }

  /// The columns that a close's digest of sums covers: those of `period_total`, then the further ones of
  /// `period_deferred`.
  package static let sumColumns = [
    "kind", "origin", "product", "subscription_group", "storefront", "currency", "rate", "reason",
    "is_deferred", "count", "price", "tax", "commission", "saved", "lapse_cost", "opening",
    "billed", "recognized", "refunded", "recognized_by_rules", "refunded_by_rules", "by_rules",
    "closing", "committed_months", "committed",
  ]

  /// Returns the digest of the kept sums of a close.
  package func sums(of close: Close) async throws -> Digest {
    try await sums(of: close.app, in: close.environment, to: close.endsAt)
  }

  /// Returns the digest of the kept sums of a period by its end, whether the row of its close is there or not.
  package func sums(
    of app: BundleID, in environment: StoreEnvironment, to end: Instant
  ) async throws -> Digest {
    let rows = try await pool.withConnection { connection in
      try await connection.query(.periodSumsKept, app.rawValue, environment.rawValue, end)
    }
    var sums = PeriodSums(journal: [], deferred: [])
    for (isOfJournal, fields) in try rows.decode((Bool, [String?]).self) {
      if isOfJournal { sums.journal.append(fields) } else { sums.deferred.append(fields) }
    }
    return sums.digest
  }

  private func rows(_ statement: Statement) async throws -> Rows {
    try await pool.withConnection { connection in try await connection.query(statement) }
  }
}

extension KeptBooks.Close: RowDecodable {
  /// Reads the columns in the order of `period_closes_kept.sql`.
  package init(_ columns: inout ColumnReader) throws {
    app = BundleID(try columns.next())
    environment = try columns.environment()
    (name, calendar) = (try columns.next(), try columns.next())
    (startsAt, endsAt) = (try columns.next(), try columns.next())
    closedAt = try columns.next()
    (closedBy, forcedBecause) = (try columns.next(), try columns.next())
    let lanes: [Int16] = try columns.next()
    let positions: [Int64] = try columns.next()
    cut = Position(Dictionary(zip(lanes, positions), uniquingKeysWith: max))
    rules = try columns.next()
    leftOut = try columns.next()
    told = try columns.next()
  }
}

extension KeptBooks.Report: RowDecodable {
  /// Reads the columns in the order of `period_reports_kept.sql`.
  package init(_ columns: inout ColumnReader) throws {
    app = BundleID(try columns.next())
    environment = try columns.environment()
    endsAt = try columns.next()
    (report, format) = (try columns.next(), try columns.next())
    digest = try columns.next()
  }
}

extension KeptBooks.File: RowDecodable {
  /// Reads the columns in the order of `apple_files_kept.sql`.
  package init(_ columns: inout ColumnReader) throws {
    content = Digest(bytes: try columns.next())
    (kind, name) = (try columns.next(), try columns.next())
    (firstDay, lastDay) = (try columns.next(), try columns.next())
    body = Digest(bytes: try columns.next())
    told = try columns.next()
    importedAt = try columns.next()
  }
}

extension ColumnReader {
  fileprivate mutating func environment() throws -> StoreEnvironment {
    guard let environment = StoreEnvironment(rawValue: try next()) else {
      throw broken("there is no such environment")
    }
    return environment
  }
}
