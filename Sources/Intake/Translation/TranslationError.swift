/// An error for a genuine payload that lacks a field required by a fact.
enum TranslationError: Error, Hashable {
  case missing(field: String)
  case unknownEnvironment(field: String)
  /// A price below 0, or above ``MoneyBound/milliunitsMax``.
  case outOfBounds(field: String)
}

extension Optional {
  func required(_ field: String) throws(TranslationError) -> Wrapped {
    guard let self else { throw .missing(field: field) }
    return self
  }
}

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
