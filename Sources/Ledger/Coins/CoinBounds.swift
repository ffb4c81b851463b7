/// The bounds of amounts of coins. Prices have the same, and sums over wallets are wider.
extension Coin {
  /// The largest amount of a request, of a purchase, and of the coins of one wallet.
  package static let amountMax: Int64 = 1_000_000_000_000_000
  /// The largest amount that a catalog may grant, of which a purchase of the largest quantity is no more than
  /// `amountMax`.
  package static let grantMax = amountMax / CatalogProblem.quantityMax

  /// Returns true for an amount within the bounds, given or taken.
  static func admits(_ amount: Int64) -> Bool { (-amountMax...amountMax).contains(amount) }
}
