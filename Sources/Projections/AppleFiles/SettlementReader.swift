import AppleReports
package import EventStore
package import Ledger
package import Postgres

/// A reader of what Apple settled, by the kept files of fiscal months.
///
/// Only products count that the app has in the journal: a file has those of all apps of the developer, also of
/// apps that no ledger knows, and none of them may be settled twice.
///
/// The newest `FINANCE_DETAIL` file of a month counts, and without one the newest `FINANCIAL` file.
package struct SettlementReader: Sendable {
  private let files: AppleFileStore
  private let log: EventLog
  private let products: JournalProducts

  package init(pool: Pool, log: EventLog) {
    files = AppleFileStore(pool)
    self.log = log
    products = JournalProducts(pool: pool, log: log)
  }

  /// Returns the settlements of an app in production, in the order of their months.
  package func settlements(of app: BundleID) async throws -> [SettledMonth] {
    var found: [ClosedRange<CivilDate>: Digest] = [:]
    for kind in AppleFigures.settledKinds.reversed() {
      found.merge(try await files.newest(kind)) { $1 }
    }
    let months = found.filter { FiscalMonth(of: $0.key.lowerBound).days == $0.key }
    guard !months.isEmpty else { return [] }
    let own = try await products.own(of: app, in: .production)
    let names = SharedState(try await log.reading.shared()).skus(of: app)
    var settlements: [SettledMonth] = []
    for (days, file) in months.sorted(by: { $0.key.lowerBound < $1.key.lowerBound }) {
      if let report = try await files.report(file),
        let sums = SettledProceeds(
          report,
          naming: { sku in
            let product = names[sku, default: sku]
            return own.contains(product) ? product : nil
          })
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
