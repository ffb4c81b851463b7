import AppleReports
import Ledger
import Reports

/// The rows of a bridge: for each currency, the first rows and the differences add up to the last.
struct SalesBridge {
  private static let ledger = "the ledger"
  private static let apple = "Apple's sales files"
  private static let settledOtherwise = "settled at another time or rate"
  private static let settled = "Apple's settled files"
  private static let settledUndivided =
    "settled, not divided among apps: import SALES files and give each app's appAppleId"

  private struct Sums {
    var sales: [String: Int128] = [:]
    var proceeds: [String: Int128] = [:]

    var currencies: Set<String> { Set(sales.keys).union(proceeds.keys) }

    init(_ sold: some Sequence<(key: Sold.Key, value: Sold)>) {
      for (key, sold) in sold {
        sales[key.currency, default: 0] += sold.sales
        for (currency, amount) in sold.proceeds { proceeds[currency, default: 0] += amount }
      }
    }
  }

  private let own: Sums
  private let told: Sums
  private let differences: [SalesDifference]
  private let settled: SettledProceeds?

  init(ledger: [Sold.Key: Sold], apple: AppleFigures) {
    own = Sums(ledger.lazy.map { ($0.key, $0.value) })
    told = Sums(apple.sold.lazy.map { ($0.key, $0.value) })
    differences =
      SalesComparison(
        ledger: ledger, apple: apple.sold, undivided: apple.undivided, days: apple.days
      ).differences
    settled = apple.settled
  }

  var rows: [[Report.Value]] {
    let currencies = own.currencies.union(told.currencies).sorted()
    var rows = Self.rows(Self.ledger, own, currencies)
    let order = SalesDifference.Reason.allCases
    for reason in order {
      rows += differences.filter { $0.reason == reason }.map(Self.row)
    }
    rows += Self.rows(Self.apple, told, currencies)
    return rows + settledRows
  }

  private var settledRows: [[Report.Value]] {
    guard let settled = self.settled?.milliunitsByCurrency else { return [] }
    var rows: [[Report.Value]] = []
    for currency in Set(settled.keys).union(told.proceeds.keys).sorted() {
      let difference = (settled[currency] ?? 0) - (told.proceeds[currency] ?? 0)
      if difference != 0 {
        rows.append(Self.row(Self.settledOtherwise, currency, nil, difference))
      }
    }
    for (currency, amount) in settled.sorted(by: { $0.key < $1.key }) {
      rows.append(Self.row(Self.settled, currency, nil, amount))
    }
    for product in (self.settled?.undivided ?? []).map(\.rawValue).sorted() {
      rows.append(
        [.text(Self.settledUndivided), .text(nil), .text(product)]
          + [.text(nil), .text(nil), .text(nil), .money(nil), .measure(nil), .text(nil)]
          + [.money(nil), .text(nil), .money(nil)])
    }
    return rows
  }

  private static func rows(
    _ step: String, _ sums: Sums, _ currencies: [String]
  ) -> [[Report.Value]] {
    currencies.map { currency in
      row(step, currency, sums.sales[currency] ?? 0, sums.proceeds[currency] ?? 0)
    }
  }

  private static func row(
    _ step: String, _ currency: String, _ sales: Int128?, _ proceeds: Int128
  ) -> [Report.Value] {
    [
      .text(step), .text(nil), .text(nil), .text(nil), .text(nil), .text(nil), .money(nil),
      .measure(nil), .text(currency), .money(sales), .text(currency), .money(proceeds),
    ]
  }

  private static func row(_ difference: SalesDifference) -> [Report.Value] {
    let (key, units) = (difference.key, difference.units)
    return [
      .text(difference.reason.rawValue), .text(key.day.description), .text(key.product),
      .text(key.storefront), .text(key.isRefund ? "refund" : "sale"),
      .text(units?.part.subscription?.rawValue), .money(units?.part.unitPrice),
      .measure(units?.count), .text(key.currency),
      .money(difference.sales), .text(difference.proceedsCurrency), .money(difference.proceeds),
    ]
  }
}
