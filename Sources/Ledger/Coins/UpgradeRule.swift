/// The rule for the coins of a period that an upgrade or an immediate crossgrade replaced.
package enum UpgradeRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// The share of the unused time is taken back, because Apple gives back its price.
  case prorate
  /// The coins stay.
  case keep
}
