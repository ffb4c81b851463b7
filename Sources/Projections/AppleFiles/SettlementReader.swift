import AppleReports
package import EventStore
package import Ledger
package import Postgres

/// A reader of what Apple settled, by the kept files of fiscal months.
///
/// Only products count that the app has in the journal: a file has those of all apps of the developer, also of
/// apps that no ledger knows, and none of them may be settled twice. Rows that no kept file assigns to one of
/// several apps wait: of their products the amounts stay that are booked already.
///
/// The newest `FINANCE_DETAIL` file of a month counts, and without one the newest `FINANCIAL` file.
package struct SettlementReader: Sendable {
  /// The settlements of an app, and the products that wait.
  package struct Reading: Sendable {
    /// In the order of their months.
    package fileprivate(set) var months: [SettledMonth] = []
    /// The products of each month with rows that no kept file assigns to one of several apps.
    package fileprivate(set) var undivided:
      [(days: ClosedRange<CivilDate>, products: [ProductID])] =
        []
  }

  private let files: AppleFileStore
  private let log: EventLog
  private let apps: AppsOfProductsReader

  /// - Parameter appleIDs: Apple's numbers of the configured apps, as far as they are known.
  package init(pool: Pool, log: EventLog, appleIDs: [BundleID: Int64] = [:]) {
    files = AppleFileStore(pool)
    self.log = log
    apps = AppsOfProductsReader(pool: pool, log: log, appleIDs: appleIDs)
  }

  /// Returns the settlements of an app in production.
  package func settlements(of app: BundleID) async throws -> Reading {
    let months = try await months()
    guard let newest = months.last else { return Reading() }
    var numbers = ReportedNumbers()
    for month in months {
      if let report = try await files.report(month.file) { numbers.add(report) }
    }
    let events = try await log.reading.shared()
    let apps = try await apps.read(
      files, of: .near(newest.days), naming: numbers, for: app, in: .production,
      by: SharedState(events))
    let booked = Settlements(of: app, events)
    var reading = Reading()
    for (days, file) in months {
      guard let report = try await files.report(file),
        let proceeds = SettledProceeds(report, by: apps)
      else { continue }
      var amounts = try proceeds.milliunits(in: file).filter { apps.isSold($0.key.productID) }
      if !proceeds.undivided.isEmpty {
        amounts.merge(
          booked.amounts(of: days).filter { proceeds.undivided.contains($0.key.productID) }
        ) { $1 }
        reading.undivided.append((days, proceeds.undivided.sorted { $0.rawValue < $1.rawValue }))
      }
      reading.months.append(SettledMonth(days: days, file: file, amounts: amounts))
    }
    return reading
  }

  /// Returns the file of each fiscal month that counts, in the order of the months.
  private func months() async throws -> [(days: ClosedRange<CivilDate>, file: Digest)] {
    var found: [ClosedRange<CivilDate>: Digest] = [:]
    for kind in AppleFigures.settledKinds.reversed() {
      found.merge(try await files.newest(kind)) { $1 }
    }
    return found.filter { FiscalMonth(of: $0.key.lowerBound).days == $0.key }
      .sorted { $0.key.lowerBound < $1.key.lowerBound }.map { ($0.key, $0.value) }
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
