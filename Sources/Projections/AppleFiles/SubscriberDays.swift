import AppleReports
import Ledger

/// The files of subscribers that stand in for missing sales files.
struct SubscriberDays {
  private var told: [CivilDate: [SubscriberRow]] = [:]

  var rows: some Sequence<SubscriberRow> { told.values.joined() }

  /// Reads the files of some days without those of which a sales file is there.
  static func read(
    _ files: AppleFileStore, of days: ClosedRange<CivilDate>
  ) async throws -> SubscriberDays {
    let known = Set(
      try await files.newest(.sales, within: days).keys.filter { $0.lowerBound == $0.upperBound })
    var found = SubscriberDays()
    try await files.each(.subscriber, within: days) { report, period in
      guard case .subscriber(let rows) = report.rows, period.lowerBound == period.upperBound,
        !known.contains(period)
      else { return }
      found.told[period.lowerBound] = rows
    }
    return found
  }

  /// Adds the rows of an app, and apart from them those that belong to one of several apps. Returns the days
  /// whose files count.
  ///
  /// A file names Apple's numbers of products alone. It is left out if no sales file tells one of them.
  func add(
    to sums: inout SoldSums, leaving undivided: inout SoldSums, by apps: AppsOfProducts
  ) -> Set<CivilDate> {
    var days: Set<CivilDate> = []
    for (day, rows) in told {
      let assigned = rows.map { row in
        (row, apps.assignment(ofSubscription: row.subscriptionAppleID, in: row.appAppleID))
      }
      let counted: [(row: SubscriberRow, isOwn: Bool)] = assigned.compactMap { row, assignment in
        assignment == .other ? nil : (row, assignment == .own)
      }
      let products = counted.compactMap { apps.product(numbered: $0.row.subscriptionAppleID) }
      guard products.count == counted.count else { continue }
      days.insert(day)
      for (item, product) in zip(counted, products) {
        if item.isOwn {
          sums.add(item.row, of: product)
        } else {
          undivided.add(item.row, of: product)
        }
      }
    }
    return days
  }
}
