package import Ledger
import Postgres

/// The sums by which a period is closed, by every dimension, rate and reason.
package struct PeriodTotals: Sendable {
  private typealias Entry = (
    key: JournalSums.Key, place: JournalFigures.Place, sum: JournalFigures.Sum
  )

  private let entries: [Entry]
  private let deferred: [(key: JournalSums.Key, sum: DeferredSums.Sum)]

  init(_ sums: JournalSums, _ deferred: DeferredSums) {
    entries = sums.figures.flatMap { key, figures in
      figures.sums.map { (key, $0.key, $0.value) }
    }
    self.deferred = deferred.sums.map { ($0.key, $0.value) }
  }

  /// The digest of the sums as they are kept.
  package var digest: Digest {
    PeriodSums(
      journal: entries.map { key, place, sum in
        [
          place.kind.rawValue, place.origin.rawValue, key.product ?? "", key.group, key.storefront,
          key.currency, key.rate.map { "\($0.thousandths)" }, key.rate?.reason.description,
          "\(key.isDeferred ?? false)", "\(sum.count)", "\(sum.price)", "\(sum.tax)",
          "\(sum.commission)", "\(sum.savedByTenure)", "\(sum.lapseCost)",
        ]
      },
      deferred: deferred.map { key, sum in
        [
          key.product ?? "", key.group, key.storefront, key.currency, "\(sum.opening)",
          "\(sum.billed)", "\(sum.recognized)", "\(sum.refunded)", "\(sum.recognizedByRules)",
          "\(sum.refundedByRules)", "\(sum.byRules)", "\(sum.closing)", "\(sum.committedMonths)",
          "\(sum.committed)",
        ]
      }
    ).digest
  }

  func write(
    _ app: BundleID, _ environment: StoreEnvironment, _ end: Instant,
    on connection: isolated Connection
  ) throws {
    func digits(_ amount: (JournalFigures.Sum) -> Int128) -> [String] {
      entries.map { "\(amount($0.sum))" }
    }
    try connection.query(
      .periodTotalsWrite, app.rawValue, environment.rawValue, end,
      entries.map(\.place.kind.rawValue), entries.map(\.place.origin.rawValue),
      entries.map { $0.key.product ?? "" }, entries.map(\.key.group),
      entries.map(\.key.storefront), entries.map(\.key.currency),
      entries.map { $0.key.rate.map { Int16($0.thousandths) } },
      entries.map(\.key.rate?.reason.description), entries.map { $0.key.isDeferred ?? false },
      entries.map(\.sum.count), digits(\.price), digits(\.tax), digits(\.commission),
      digits(\.savedByTenure), digits(\.lapseCost))
    func owed(_ amount: (DeferredSums.Sum) -> Int128) -> [String] {
      deferred.map { "\(amount($0.sum))" }
    }
    try connection.query(
      .periodDeferredWrite, app.rawValue, environment.rawValue, end,
      deferred.map { $0.key.product ?? "" }, deferred.map(\.key.group),
      deferred.map(\.key.storefront), deferred.map(\.key.currency), owed(\.opening),
      owed(\.billed), owed(\.recognized), owed(\.refunded), owed(\.recognizedByRules),
      owed(\.refundedByRules), owed(\.byRules), owed(\.closing),
      deferred.map(\.sum.committedMonths), owed(\.committed))
  }
}
