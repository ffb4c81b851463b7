import Ledger

/// Everybody who will lose the service accrued unless they return in time, and what that would cost.
struct TenureLapses {
  static let columns = [
    "keptUntil", "originalTransactionId", "product", "group", "storefront", "currency",
    "daysOfPaidService", "paidThrough", "lapseCost",
  ]

  private var found: [(until: Instant, row: [Report.Value])] = []

  mutating func add(_ standing: TenureStanding) {
    guard let until = standing.keptUntil else { return }
    let row: [Report.Value] = [
      .text(until.description), .text(standing.chain.originalTransactionID.rawValue),
      .text(standing.productID.rawValue), .text(standing.tenure.subscriptionGroupID.rawValue),
      .text(standing.storefront), .text(standing.currency),
      .days(Int64(standing.tenure.daysOfPaidService)),
      .text(standing.tenure.paidThrough?.description), .money(standing.saving),
    ]
    found.append((until, row))
  }

  /// Who has least time left first.
  var rows: [[Report.Value]] {
    found.sorted { ($0.until, $0.row.sortKey) < ($1.until, $1.row.sortKey) }.map(\.row)
  }
}
