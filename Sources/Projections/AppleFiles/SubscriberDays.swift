import AppleReports
import Ledger

/// The files of subscribers that stand in for missing sales files.
struct SubscriberDays {
  private(set) var days: Set<CivilDate> = []
  /// The rows of these days, each with its product id.
  private(set) var rows: [(row: SubscriberRow, product: String)] = []

  /// Reads the files of some days without those of which a sales file is there.
  ///
  /// A file names Apple's numbers of products alone. It is left out if no sales file tells one of them.
  static func read(
    _ files: AppleFileStore, of days: ClosedRange<CivilDate>, besides known: Set<CivilDate>
  ) async throws -> SubscriberDays {
    var told: [CivilDate: [SubscriberRow]] = [:]
    try await files.each(.subscriber, within: days) { report, period in
      let day = period.lowerBound
      guard case .subscriber(let rows) = report.rows, day == period.upperBound,
        !known.contains(day)
      else { return }
      told[day] = rows
    }
    let numbers = Set(told.values.joined().map(\.subscriptionAppleID))
    let products = try await ProductNumbers.read(files, of: numbers, until: days.upperBound)
      .products
    var found = SubscriberDays()
    for (day, rows) in told
    where rows.allSatisfy({ products[$0.subscriptionAppleID] != nil }) {
      found.days.insert(day)
      for row in rows {
        if let product = products[row.subscriptionAppleID] { found.rows.append((row, product)) }
      }
    }
    return found
  }
}
