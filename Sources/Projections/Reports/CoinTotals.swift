import Ledger
import Reports

/// The figures of coins at the beginning and the end of a time, by coin and product.
struct CoinTotals: Sendable {
  private struct Key: Hashable {
    let coin: Coin
    /// Nil for coins that no purchase brought.
    let product: String?
  }

  private var opening: [Key: CoinFigures] = [:]
  private var closing: [Key: CoinFigures] = [:]
  private let hasProducts: Bool

  init(by dimensions: Set<ReportDimension>) {
    hasProducts = dimensions.contains(.product)
  }

  /// Adds parts of wallets as they were at the beginning and at the end.
  ///
  /// - Parameter products: the products of their grants.
  mutating func add(
    opening first: [WalletFigures.Part], closing last: [WalletFigures.Part],
    products: [GrantID: String]
  ) {
    func key(_ part: WalletFigures.Part) -> Key {
      Key(coin: part.coin, product: hasProducts ? part.grant.flatMap { products[$0] } : nil)
    }
    for part in first { opening[key(part), default: CoinFigures()] += part.figures }
    for part in last { closing[key(part), default: CoinFigures()] += part.figures }
  }

  /// The rows of the report, by coin and product; those of coins without a product come last.
  var rows: [[Report.Value]] {
    Set(opening.keys).union(closing.keys).sorted {
      ($0.coin, $0.product == nil ? 1 : 0, $0.product ?? "")
        < ($1.coin, $1.product == nil ? 1 : 0, $1.product ?? "")
    }.compactMap { key in
      let (first, last) = (opening[key] ?? CoinFigures(), closing[key] ?? CoinFigures())
      guard first.closing != 0 || last != first else { return nil }
      return [
        .text(key.product), .text(key.coin.rawValue), .number(first.closing),
        .number(last.granted - first.granted), .number(last.earned - first.earned),
        .number(last.takenBack - first.takenBack),
        .number(last.spent - first.spent), .number(last.adjusted - first.adjusted),
        .number(last.erased - first.erased), .number(last.closing), .number(last.reserved),
        .number(last.debt),
      ]
    }
  }
}
