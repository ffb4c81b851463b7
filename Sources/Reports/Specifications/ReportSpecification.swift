/// The specification of a report. The command, the route, the help, the description of the API, the closes and the
/// columns of the report follow from it.
package struct ReportSpecification: Sendable {
  /// The unit of figures that name none.
  package enum Unit: String, CaseIterable, Sendable {
    case milliunits, coins, customers
  }

  /// A column, and what its values mean.
  package struct Column: Sendable {
    package let name: String
    package let definition: String

    init(_ name: String, _ definition: String) {
      self.name = name
      self.definition = definition
    }
  }

  /// A list that a request may take in place of the figures.
  package struct List: Sendable {
    package let option: ReportOption
    /// The effect of the option, as the end of a sentence.
    package let about: String
    package let columns: [Column]
  }

  package let name: ReportName
  /// The contents in the words of the command's help.
  package let about: String
  /// The dimensions by which the figures are divided, as far as a request names them.
  package let dimensions: Set<ReportDimension>
  package let formats: [ReportFormat]
  /// True if the figures can be divided by days and months.
  package let hasIntervals: Bool
  package let lists: [List]
  /// True if a close keeps the bytes of the report.
  package let isKept: Bool
  /// True if the amounts can be converted into one currency. A journal would no longer balance.
  package let isConvertible: Bool
  package let unit: Unit
  /// The columns of the figures, in the order of the values of a row.
  package let columns: [Column]

  init(
    _ name: ReportName, _ about: String, by dimensions: Set<ReportDimension> = [],
    formats: [ReportFormat] = [.table, .json, .csv, .xlsx], hasIntervals: Bool = false,
    lists: [List] = [], isKept: Bool = true, isConvertible: Bool = false,
    in unit: Unit = .milliunits,
    columns: [Column]
  ) {
    self.name = name
    self.about = about
    self.dimensions = dimensions
    self.formats = formats
    self.hasIntervals = hasIntervals
    self.lists = lists
    self.isKept = isKept
    self.isConvertible = isConvertible
    self.unit = unit
    self.columns = columns
  }

  /// The reports in the order in which people read of them.
  package static let all: [ReportSpecification] = [
    .sales, .proceeds, .commission, .deferredRevenue, .refunds, .journal, .coins, .subscribers,
    .monthlyRecurringRevenue, .retention, .reconciliation, .tenure,
  ]

  /// Returns the columns of the report that a request asks for, before those of idle dimensions are left out.
  func columns(for request: ReportRequest) -> [String] {
    let list = lists.first { $0.option == request.list?.option }
    let dated = hasIntervals && request.intervals != nil ? [Column.date] : []
    return (list?.columns ?? dated + columns).map(\.name)
  }
}

extension ReportName {
  package var specification: ReportSpecification {
    switch self {
    case .commission: .commission
    case .sales: .sales
    case .proceeds: .proceeds
    case .deferredRevenue: .deferredRevenue
    case .refunds: .refunds
    case .journal: .journal
    case .coins: .coins
    case .subscribers: .subscribers
    case .monthlyRecurringRevenue: .monthlyRecurringRevenue
    case .retention: .retention
    case .reconciliation: .reconciliation
    case .tenure: .tenure
    }
  }
}

/// The columns that several reports have.
extension ReportSpecification.Column {
  package static let date = Self("date", "the day, or the month by its year")
  static let product = Self("product", "the product")
  static let group = Self("group", "the subscription group")
  static let storefront = Self("storefront", "the country or region of the App Store")
  static let currency = Self("currency", "the currency of the amounts")
  static let account = Self("account", "the account that has the purchase")
  static let chain = Self("originalTransactionId", "the first transaction of the purchase")
  static let transaction = Self("transactionId", "the transaction")
  static let rate = Self("rate", "the rate of Apple's commission")
  static let reason = Self("reason", "the reason of the rate")
}
