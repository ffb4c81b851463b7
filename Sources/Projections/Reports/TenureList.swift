import Ledger
import Reports

/// A list of customers: those who will lose their accrued service unless they return in time, or those
/// whose service ends because renewals are switched off.
struct TenureList {
  private let list: ReportList
  private var found: [(until: Instant, status: TenureStatus)] = []

  init(_ list: ReportList) {
    self.list = list
  }

  mutating func add(_ status: TenureStatus, at moment: Instant) {
    switch list {
    case .lapsing(let days):
      guard status.lapses(within: days, of: moment), let until = status.keptUntil else { return }
      found.append((until, status))
    case .ending(let days):
      guard status.ends(within: days, of: moment), let until = status.endsAt else { return }
      found.append((until, status))
    case .uncertain, .subscriptions: break
    }
  }

  /// The chains of the listed customers.
  var chains: [ChainID] { Set(found.map(\.status.chain)).sorted() }

  /// Returns the rows of the report, the least remaining time first.
  ///
  /// - Parameter accounts: the accounts to which the chains belong.
  func rows(_ accounts: [ChainID: AccountID]) -> [[Report.Value]] {
    found.map { until, status -> (until: Instant, row: [Report.Value]) in
      let row: [Report.Value] = [
        .text(status.keptUntil?.description), .text(status.endsAt?.description),
        .text(accounts[status.chain]?.rawValue),
        .text(status.chain.originalTransactionID.rawValue), .text(status.productID.rawValue),
        .text(status.tenure.subscriptionGroupID.rawValue), .text(status.storefront),
        .text(status.currency), .measure(Int64(status.tenure.daysOfPaidService)),
        .text(status.tenure.paidThrough?.description), .money(status.saving.map { Int128($0) }),
      ]
      return (until, row)
    }.sorted { ($0.until, $0.row.sortKey) < ($1.until, $1.row.sortKey) }.map(\.row)
  }
}
