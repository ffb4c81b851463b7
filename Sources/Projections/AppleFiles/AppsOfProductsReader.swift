import AppleReports
import EventStore
import Ledger
import Postgres

/// A reader of the facts by which the rows of Apple's files are divided among the apps of a ledger.
struct AppsOfProductsReader: Sendable {
  private let products: JournalProducts
  private let appleIDs: [BundleID: Int64]

  /// - Parameter appleIDs: Apple's numbers of the configured apps, as far as they are known.
  init(pool: Pool, log: EventLog, appleIDs: [BundleID: Int64]) {
    products = JournalProducts(pool: pool, log: log)
    self.appleIDs = appleIDs
  }

  /// The sales files to read.
  enum Days {
    /// All files of these days, and others while they do not tell enough.
    case all(ClosedRange<CivilDate>)
    /// The nearest files to these days, until they tell enough.
    case near(ClosedRange<CivilDate>)

    fileprivate var days: ClosedRange<CivilDate> {
      switch self {
      case .all(let days), .near(let days): days
      }
    }
  }

  /// Reads sales files, the nearest to some days first, until they name what must be named.
  ///
  /// - Parameters:
  ///   - numbers: the numbers that other files have.
  ///   - shared: the published prices, which tell the SKUs of apps.
  func read(
    _ files: AppleFileStore, of days: Days, naming numbers: ReportedNumbers = ReportedNumbers(),
    for app: BundleID, in environment: StoreEnvironment, by shared: SharedState
  ) async throws -> AppsOfProducts {
    let ledger = LedgerApps(
      with: app, products: try await products.products(in: environment), appleIDs: appleIDs,
      by: shared)
    let settled = numbers.settled.filter { ledger.holders(of: $0.key).contains(app) }
    let needed = numbers.subscriptions.union(settled.values.joined())
    var told = ProductNumbers()
    let kept = try await files.newest(.sales).sorted {
      (days.distance(to: $0.key), $1.key.lowerBound) < (
        days.distance(to: $1.key), $0.key.lowerBound
      )
    }
    for (period, digest) in kept {
      let isAsked = if case .all = days { days.distance(to: period) == 0 } else { false }
      if !isAsked {
        let apps = AppsOfProducts(of: app, in: ledger, told: told, naming: numbers)
        if apps.isTold(enoughBy: needed) { break }
      }
      guard case .sales(let rows)? = try await files.report(digest)?.rows else { continue }
      for row in rows { told.add(row) }
    }
    return AppsOfProducts(of: app, in: ledger, told: told, naming: numbers)
  }
}

extension AppsOfProductsReader.Days {
  /// Returns the number of days between these and others; 0 if they overlap.
  fileprivate func distance(to other: ClosedRange<CivilDate>) -> Int64 {
    max(
      0, other.lowerBound.daysSince1970 - days.upperBound.daysSince1970,
      days.lowerBound.daysSince1970 - other.upperBound.daysSince1970)
  }
}
