package import Ledger

/// A report file of Apple's: its rows, and the facts by which the file is known again.
package struct AppleReport: Sendable {
  package enum Rows: Sendable {
    case sales([SalesRow])
    case subscription([SubscriptionRow])
    case subscriptionEvent([SubscriptionEventRow])
    case subscriber([SubscriberRow])
    case financial([FinancialRow], FinancialTotals)
    case financeDetail([FinanceDetailRow], FinancialTotals)
  }

  /// The limit of the decompressed size unless another is given: 256 MiB.
  package static let sizeMax = 256 << 20

  package let kind: AppleReportKind
  package let rows: Rows
  /// The SHA-256 digest of the decompressed bytes. A file has the same digest with and without gzip.
  package let digest: Digest
  /// The first and the last day of the rows: sales and fiscal months from begin to end, events by
  /// their date, settled details by settlement date. Lines before the header of a settled report that
  /// name its start and end go first.
  ///
  /// Nil without rows, and for `SUBSCRIPTION`, whose file names no day: the request or the file's name
  /// does.
  package let period: ClosedRange<CivilDate>?

  /// Reads a file, compressed with gzip or not.
  ///
  /// Throws if the file is no report of a known kind, is damaged, is larger than `sizeMax`
  /// decompressed, or states totals that its rows do not add up to.
  package init(
    reading file: [UInt8], sizeMax: Int = Self.sizeMax
  ) throws(AppleReportError) {
    let content = Gunzip.isCompressed(file) ? try Gunzip.decompress(file, sizeMax: sizeMax) : file
    guard content.count <= sizeMax else { throw .tooLarge(sizeMax: sizeMax) }
    digest = Digest(of: content)
    var reader = try ReportReader(content)
    kind = reader.kind
    switch kind {
    case .sales:
      let found = try reader.rows(SalesRow.self)
      (rows, period) = (.sales(found), Self.period(of: found))
    case .subscription:
      let found = try reader.rows(SubscriptionRow.self)
      (rows, period) = (.subscription(found), Self.period(of: found))
    case .subscriptionEvent:
      let found = try reader.rows(SubscriptionEventRow.self)
      (rows, period) = (.subscriptionEvent(found), Self.period(of: found))
    case .subscriber:
      let found = try reader.rows(SubscriberRow.self)
      (rows, period) = (.subscriber(found), Self.period(of: found))
    case .financial:
      let (found, totals) = try reader.settledRows(FinancialRow.self)
      rows = .financial(found, totals)
      period = Self.period(statedIn: reader.head) ?? Self.period(of: found)
    case .financeDetail:
      let (found, totals) = try reader.settledRows(FinanceDetailRow.self)
      rows = .financeDetail(found, totals)
      period = Self.period(statedIn: reader.head) ?? Self.period(of: found)
    }
  }

  /// The number of rows.
  package var count: Int {
    switch rows {
    case .sales(let rows): rows.count
    case .subscription(let rows): rows.count
    case .subscriptionEvent(let rows): rows.count
    case .subscriber(let rows): rows.count
    case .financial(let rows, _): rows.count
    case .financeDetail(let rows, _): rows.count
    }
  }

  private static func period(of rows: [some ReportRow]) -> ClosedRange<CivilDate>? {
    rows.reduce(nil) { period, row in
      guard let days = row.days else { return period }
      guard let period else { return days }
      return min(period.lowerBound, days.lowerBound)...max(period.upperBound, days.upperBound)
    }
  }

  /// Finds `Start Date` and `End Date` in the lines before the header; nil unless both are there.
  private static func period(statedIn head: [ReportLine]) -> ClosedRange<CivilDate>? {
    func date(_ name: String) -> CivilDate? {
      let line = head.first { $0.cells.first.map { Heading($0).words } == name }
      return line?.cells.dropFirst().first { !$0.isEmpty }.flatMap { CivilDate(reported: $0) }
    }
    guard let start = date("start date"), let end = date("end date"), start <= end else {
      return nil
    }
    return start...end
  }
}
