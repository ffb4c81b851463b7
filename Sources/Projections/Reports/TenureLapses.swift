import Ledger

/// The customers who will lose their accrued service unless they return in time, with the cost of
/// each lapse.
struct TenureLapses {
  static let columns = [
    "keptUntil", "originalTransactionId", "product", "group", "storefront", "currency",
    "daysOfPaidService", "paidThrough", "lapseCost",
  ]

  private var found: [(until: Instant, row: [Report.Value])] = []

  mutating func add(_ status: TenureStatus) {
    guard let until = status.keptUntil else { return }
    let row: [Report.Value] = [
      .text(until.description), .text(status.chain.originalTransactionID.rawValue),
      .text(status.productID.rawValue), .text(status.tenure.subscriptionGroupID.rawValue),
      .text(status.storefront), .text(status.currency),
      .days(Int64(status.tenure.daysOfPaidService)),
      .text(status.tenure.paidThrough?.description), .money(status.saving),
    ]
    found.append((until, row))
  }

  /// The rows of the report, the least remaining time first.
  var rows: [[Report.Value]] {
    found.sorted { ($0.until, $0.row.sortKey) < ($1.until, $1.row.sortKey) }.map(\.row)
  }
}
