import Ledger

/// Customers counted by where they stand, with what their service is worth.
struct TenureLadder {
  static let lapseDays = [7, 14, 30]

  static let columns =
    [
      "product", "group", "storefront", "currency", "state", "fromDays", "customers", "reachedYear",
      "incomplete", "unpriced", "savesNextYear",
    ] + lapseDays.flatMap { ["lapsing\($0)", "lapseCost\($0)"] }

  private struct Key: Hashable {
    let product: String?
    let group: String?
    let storefront: String?
    let currency: String?
    let state: String
    let fromDays: Int
  }

  private struct Sum {
    var customers: Int64 = 0
    var reachedYear: Int64 = 0
    var incomplete: Int64 = 0
    var unpriced: Int64 = 0
    var saves: Int64 = 0
    var lapsing = [Int64](repeating: 0, count: TenureLadder.lapseDays.count)
    var costs = [Int64](repeating: 0, count: TenureLadder.lapseDays.count)
  }

  private let request: ReportRequest
  private let moment: Instant
  private var sums: [Key: Sum] = [:]

  init(_ request: ReportRequest, at moment: Instant) {
    self.request = request
    self.moment = moment
  }

  mutating func add(_ standing: TenureStanding, isIncomplete: Bool) {
    let dimensions = request.dimensions
    let key = Key(
      product: dimensions.contains(.product) ? standing.productID.rawValue : nil,
      group: dimensions.contains(.group) ? standing.tenure.subscriptionGroupID.rawValue : nil,
      storefront: dimensions.contains(.storefront) ? standing.storefront : nil,
      currency: standing.currency, state: standing.tenure.state.rawValue,
      fromDays: standing.rungDays)
    var sum = sums[key] ?? Sum()
    sum.customers += 1
    if hasReachedYear(standing) { sum.reachedYear += 1 }
    if isIncomplete { sum.incomplete += 1 }
    if standing.saving == nil { sum.unpriced += 1 }
    if standing.isRunning { sum.saves += standing.saving ?? 0 }
    for (index, days) in Self.lapseDays.enumerated()
    where standing.lapses(within: days, of: moment) {
      sum.lapsing[index] += 1
      sum.costs[index] += standing.saving ?? 0
    }
    sums[key] = sum
  }

  /// Whether the reduced rate began within the time of the report.
  private func hasReachedYear(_ standing: TenureStanding) -> Bool {
    guard let reached = standing.tenure.reducedRateFrom else { return false }
    return request.from ?? .distantPast <= reached && reached <= moment
  }

  /// In the order of their columns.
  var rows: [[Report.Value]] {
    sums.map { key, sum -> (key: Key, row: [Report.Value]) in
      let lapses = zip(sum.lapsing, sum.costs).flatMap { count, cost -> [Report.Value] in
        [.number(count), .money(cost)]
      }
      let row: [Report.Value] = [
        .text(key.product), .text(key.group), .text(key.storefront), .text(key.currency),
        .text(key.state), .days(Int64(key.fromDays)), .number(sum.customers),
        .number(sum.reachedYear), .number(sum.incomplete), .number(sum.unpriced),
        .money(sum.saves),
      ]
      return (key, row + lapses)
    }.sorted {
      ($0.row.sortKey, $0.key.fromDays) < ($1.row.sortKey, $1.key.fromDays)
    }.map(\.row)
  }
}
