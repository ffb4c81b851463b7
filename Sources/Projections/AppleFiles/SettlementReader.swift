import AppleReports
package import EventStore
package import Ledger
package import Postgres

/// A reader of what Apple settled, by the kept files of fiscal months.
///
/// Of a month the newest `FINANCE_DETAIL` file counts, and without one the newest `FINANCIAL` file.
package struct SettlementReader: Sendable {
  private let files: AppleFileStore
  private let others: ProductsElsewhere

  package init(pool: Pool, log: EventLog) {
    files = AppleFileStore(pool)
    others = ProductsElsewhere(pool: pool, log: log)
  }

  /// Returns the settlements of an app in production, in the order of their months. Products of other apps
  /// are left out.
  ///
  /// - Parameter known: the files that are left out.
  package func settlements(
    of app: BundleID, besides known: Set<Digest>
  ) async throws -> [SettledMonth] {
    var found: [ClosedRange<CivilDate>: Digest] = [:]
    for kind in AppleFigures.settledKinds.reversed() {
      found.merge(try await files.newest(kind)) { $1 }
    }
    let new = found.filter { days, file in
      !known.contains(file) && FiscalMonth(of: days.lowerBound).days == days
    }
    guard !new.isEmpty else { return [] }
    let others = try await others.products(of: app, in: .production)
    var settlements: [SettledMonth] = []
    for (days, file) in new.sorted(by: { $0.key.lowerBound < $1.key.lowerBound }) {
      if let report = try await files.report(file),
        let sums = SettledProceeds(report, without: others)
      {
        settlements.append(
          SettledMonth(days: days, file: file, amounts: try sums.milliunits(in: file)))
      }
    }
    return settlements
  }
}

extension SettledProceeds {
  /// Returns the sums in milliunits, each rounded half up.
  fileprivate func milliunits(in file: Digest) throws -> [SettledMonth.Place: Int64] {
    try sums.mapValues { sum in
      guard let amount = Int64(exactly: sum.roundedMilliunits) else {
        throw AppleFileRejection(
          description: "the proceeds in the kept file \(file.hexadecimal) exceed what is possible")
      }
      return amount
    }
  }
}
