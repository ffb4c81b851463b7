import Ledger
import Postgres

/// The sums of charges for each combination of a report's dimensions.
struct CommissionSums {
  private struct Key: Hashable {
    let product: String?
    let group: String?
    let storefront: String?
    let currency: String?
    let thousandths: Int16?
    let reason: String?
  }

  private struct Sum {
    var charges: Int64 = 0
    var corrections: Int64 = 0
    var unpriced: Int64 = 0
    var uncertain: Int64 = 0
    var rateUncertain: Int64 = 0
    var price: Int128 = 0
    var commission: Int128 = 0
  }

  static let columns = [
    "product", "group", "storefront", "currency", "rate", "reason", "charges", "corrections",
    "unpriced", "uncertain", "rateUncertain", "price", "commission",
  ]

  private var sums: [Key: Sum] = [:]

  init(_ rows: Rows) throws {
    for row in rows {
      var columns = ColumnReader(row)
      let key = Key(
        product: try columns.next(), group: try columns.next(), storefront: try columns.next(),
        currency: try columns.next(), thousandths: try columns.next(), reason: try columns.next())
      sums[key] = Sum(
        charges: try columns.next(), corrections: try columns.next(),
        unpriced: try columns.next(), uncertain: try columns.next(),
        rateUncertain: try columns.next(), price: try columns.nextSum(),
        commission: try columns.nextSum())
    }
  }

  mutating func add(_ line: CommissionLine, _ charge: Charge, by dimensions: Set<ReportDimension>) {
    let key = Key(
      product: dimensions.contains(.product) ? charge.productID.rawValue : nil,
      group: dimensions.contains(.group) ? charge.subscriptionGroupID?.rawValue : nil,
      storefront: dimensions.contains(.storefront) ? charge.storefront : nil,
      currency: charge.currency, thousandths: line.rate.map { Int16($0.thousandths) },
      reason: line.rate?.reason.description)
    sums[key, default: Sum()].charges += charge.price == nil ? 0 : 1
    if line.correction != nil { sums[key]?.corrections += 1 }
    if charge.price == nil { sums[key]?.unpriced += 1 }
    if line.doubt.days { sums[key]?.uncertain += 1 }
    if line.doubt.rate { sums[key]?.rateUncertain += 1 }
    sums[key]?.price += Int128(charge.price ?? 0)
    sums[key]?.commission += Int128(line.commission ?? 0)
  }

  /// The rows of the report, in the order of their texts.
  var rows: [[Report.Value]] {
    sums.map { key, sum in
      let rate = key.thousandths.map { CommissionRate.fraction(Int($0)) }
      return [
        .text(key.product), .text(key.group), .text(key.storefront), .text(key.currency),
        .text(rate), .text(key.reason), .number(sum.charges), .number(sum.corrections),
        .number(sum.unpriced), .number(sum.uncertain), .number(sum.rateUncertain),
        .money(sum.price), .money(sum.commission),
      ]
    }.sorted { $0.sortKey < $1.sortKey }
  }
}

extension [Report.Value] {
  /// The texts of a row as one key, by which rows are sorted.
  var sortKey: String {
    map { value in
      if case .text(let text) = value { text ?? "" } else { "" }
    }.joined(separator: "\u{0}")
  }
}
