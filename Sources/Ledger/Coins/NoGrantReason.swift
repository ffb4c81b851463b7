/// The reason why a purchase has no grant.
package enum NoGrantReason: String, Hashable, Sendable, Codable {
  /// It grants nothing.
  case none
  /// No catalog names the product. The coins are granted once one does.
  case unpriced
  /// The coins wait until it is known that the period was paid.
  case waiting
}
