import Ledger

/// The chains of one customer with their periods of service.
struct CustomerRows: Sendable {
  private let rows: [TenureRows]

  init(_ rows: [TenureRows]) {
    self.rows = rows
  }

  /// Returns true if Apple's words mention more than is stored of a chain with periods of a group.
  func isIncomplete(in group: SubscriptionGroupID) -> Bool {
    rows.contains { row in
      !row.findings.isEmpty && row.periods.values.contains { $0.group == group }
    }
  }

  /// Returns a history for each group of the customer.
  func histories(_ catalogs: Catalogs, settings: TenureSettings) -> [ServiceHistory] {
    let renewals = Dictionary(
      rows.compactMap { row in row.renewal.map { (row.chain, $0) } },
      uniquingKeysWith: { first, _ in first })
    let groups = Dictionary(grouping: rows.flatMap(\.periods.values), by: \.group)
    return groups.map { group, periods in
      ServiceHistory(
        group, periods.map(\.period), renewals: renewals, catalogs: catalogs, settings: settings)
    }
  }

  /// Returns a history with its course for each group of the customer.
  func courses(
    _ catalogs: Catalogs, settings: TenureSettings
  ) -> [(history: ServiceHistory, course: SubscriberCourse)] {
    let ends = rows.flatMap { $0.periods.values }
      .compactMap { item in item.told.map { (item.period.transactionID, $0) } }
    let byID = Dictionary(ends, uniquingKeysWith: { first, _ in first })
    return histories(catalogs, settings: settings).map {
      ($0, SubscriberCourse($0, byID))
    }
  }
}
