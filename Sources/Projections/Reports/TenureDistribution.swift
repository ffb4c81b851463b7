import Ledger
import Reports

/// The number of customers by tenure, with the worth of their service.
struct TenureDistribution {
  static let lapseDays = [7, 14, 30]
  static let endDays = [7, 30]

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
    var uncertain: Int64 = 0
    var unpriced: Int64 = 0
    var saves: Int128 = 0
    var ending = [Int64](repeating: 0, count: TenureDistribution.endDays.count)
    var lapsing = [Int64](repeating: 0, count: TenureDistribution.lapseDays.count)
    var costs = [Int128](repeating: 0, count: TenureDistribution.lapseDays.count)
  }

  private let request: ReportRequest
  private let moment: Instant
  private var sums: [Key: Sum] = [:]

  init(_ request: ReportRequest, at moment: Instant) {
    self.request = request
    self.moment = moment
  }

  mutating func add(_ status: TenureStatus, isIncomplete: Bool) {
    let dimensions = request.dimensions
    let key = Key(
      product: dimensions.contains(.product) ? status.productID.rawValue : nil,
      group: dimensions.contains(.group) ? status.tenure.subscriptionGroupID.rawValue : nil,
      storefront: dimensions.contains(.storefront) ? status.storefront : nil,
      currency: status.currency, state: status.tenure.state.rawValue,
      fromDays: status.bucketDays)
    var sum = sums[key] ?? Sum()
    sum.customers += 1
    if hasReachedYear(status) { sum.reachedYear += 1 }
    if isIncomplete { sum.incomplete += 1 }
    if status.saving == nil { sum.unpriced += 1 }
    if status.isUncertain { sum.uncertain += 1 }
    sum.saves += Int128(status.savingToCome ?? 0)
    for (index, days) in Self.endDays.enumerated() where status.ends(within: days, of: moment) {
      sum.ending[index] += 1
    }
    for (index, days) in Self.lapseDays.enumerated()
    where status.lapses(within: days, of: moment) {
      sum.lapsing[index] += 1
      sum.costs[index] += Int128(status.saving ?? 0)
    }
    sums[key] = sum
  }

  /// Returns true if the first charge at the lower rate lies within the time of the report.
  private func hasReachedYear(_ status: TenureStatus) -> Bool {
    guard let reached = status.reachedYear else { return false }
    return request.from ?? .distantPast <= reached && reached < moment
  }

  /// The rows of the report, in the order of their texts, then of the days.
  var rows: [[Report.Value]] {
    sums.map { key, sum -> (key: Key, row: [Report.Value]) in
      let lapses = zip(sum.lapsing, sum.costs).flatMap { count, cost -> [Report.Value] in
        [.number(Int128(count)), .money(cost)]
      }
      let row: [Report.Value] = [
        .text(key.product), .text(key.group), .text(key.storefront), .text(key.currency),
        .text(key.state), .measure(Int64(key.fromDays)), .number(Int128(sum.customers)),
        .number(Int128(sum.reachedYear)), .number(Int128(sum.incomplete)),
        .number(Int128(sum.uncertain)),
        .number(Int128(sum.unpriced)), .money(sum.saves),
      ]
      return (key, row + sum.ending.map { .number(Int128($0)) } + lapses)
    }.sorted {
      ($0.row.sortKey, $0.key.fromDays) < ($1.row.sortKey, $1.key.fromDays)
    }.map(\.row)
  }
}
