/// The bound of a price in a signed payload. No currency has a price near it, and sums of many
/// prices below it fit into 64 bits.
enum MoneyBound {
  /// The largest price in milliunits: a million million units of a currency.
  static let milliunitsMax: Int64 = 1_000_000_000_000_000

  /// Returns the price of a payload; throws for one out of bounds.
  static func price(_ price: Int64?, _ field: String) throws(TranslationError) -> Int64? {
    guard let price else { return nil }
    guard (0...milliunitsMax).contains(price) else { throw .outOfBounds(field: field) }
    return price
  }
}
