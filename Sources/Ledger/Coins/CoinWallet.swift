/// The wallet that keeps a coin, declared once for each app.
package enum CoinWallet: String, Hashable, Sendable, Codable, CaseIterable {
  /// The coins are credited and spent here.
  case daicho
  /// The game books the coins itself, and acknowledges each grant.
  case game
}
