package import Ledger
package import Postgres
package import Reports

/// The closed periods of each app and environment, with the bytes of their reports.
package struct PeriodStore: Sendable {
  /// The bytes of one report of a closed period.
  package struct StoredReport: Sendable {
    package let report: String
    package let format: String
    package let body: [UInt8]

    package init(report: String, format: String, body: [UInt8]) {
      self.report = report
      self.format = format
      self.body = body
    }
  }

  private let pool: Pool

  package init(_ pool: Pool) {
    self.pool = pool
  }

  /// Returns the closes, the earliest period first.
  package func closes(
    of app: BundleID, in environment: StoreEnvironment
  ) async throws -> [PeriodClose] {
    try await pool.withConnection { connection in
      try await connection.query(.periodClosesRead, app.rawValue, environment.rawValue).decode()
    }
  }

  /// Stores a close with its sums and its reports, as an event tells them. Throws a violated key if the period
  /// is closed already.
  package func close(
    _ close: PeriodClose, of app: BundleID, in environment: StoreEnvironment,
    _ totals: PeriodTotals, _ reports: [StoredReport], told event: EventID
  ) async throws {
    try await pool.withTransaction { connection in
      try Self.write(close, of: app, in: environment, told: event, on: connection)
      try totals.write(app, environment, close.period.to, on: connection)
      try connection.query(
        .periodReportsWrite, app.rawValue, environment.rawValue, close.period.to,
        reports.map(\.report), reports.map(\.format), reports.map(\.body))
    }
  }

  /// Writes the row of a close alone. Its sums and its reports are kept apart from it.
  package static func write(
    _ close: PeriodClose, of app: BundleID, in environment: StoreEnvironment, told event: EventID,
    on connection: isolated Connection
  ) throws {
    let lanes = close.position.lanes.keys.sorted()
    try connection.query(
      .periodCloseWrite, app.rawValue, environment.rawValue, close.period.name,
      close.period.calendar.rawValue, close.period.from, close.period.to, close.closedAt,
      close.closedBy, close.forcedBecause, lanes, lanes.map { close.position.lanes[$0] ?? 0 },
      close.rules.map { Int32($0) }, close.leftOut, event.position)
  }

  /// Returns the bytes of a report of a closed period; nil if the period is open, or the report was not
  /// stored. Throws ``KeptBytesAltered`` if they are others than its close told.
  package func report(
    _ name: String, _ format: String, of period: ReportingPeriod, _ app: BundleID,
    in environment: StoreEnvironment
  ) async throws -> [UInt8]? {
    let kept = try await pool.withConnection { connection in
      try await connection.query(
        .periodReportRead, app.rawValue, environment.rawValue, period.to, period.name,
        period.calendar.rawValue, name, format
      ).first?.decode(([UInt8], String?).self)
    }
    guard let (body, digest) = kept else { return nil }
    guard digest == nil || digest == Digest(of: body).hexadecimal else {
      throw KeptBytesAltered(subject: "report \(name) of \(period.name) in \(format)")
    }
    return body
  }

  /// Returns the stored sums of some closed periods, for `JournalSums`.
  func totals(
    of closes: [PeriodClose], _ app: BundleID, in environment: StoreEnvironment,
    by divisions: JournalSums.Divisions
  ) async throws -> Rows {
    let by = divisions.flags
    return try await pool.withConnection { connection in
      try await connection.query(
        .periodTotalsRead, app.rawValue, environment.rawValue, closes.map(\.period.to), by.product,
        by.group, by.storefront, by.rates, by.deferral)
    }
  }

  /// Returns the stored deferred revenue of some closed periods in order, for `DeferredSums`.
  func deferred(
    of closes: [PeriodClose], _ app: BundleID, in environment: StoreEnvironment,
    by dimensions: Set<ReportDimension>
  ) async throws -> Rows {
    let by = JournalSums.Divisions(dimensions: dimensions).flags
    return try await pool.withConnection { connection in
      try await connection.query(
        .periodDeferredRead, app.rawValue, environment.rawValue, closes.map(\.period.to),
        by.product, by.group, by.storefront)
    }
  }
}
