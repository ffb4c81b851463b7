/// A country's App Store, and what a catalogue's price is there.
package struct Storefront: Hashable, Sendable {
  /// ISO 3166-1 alpha-3.
  package let country: String
  package let id: String
  /// ISO 4217.
  package let currency: String
  /// How many of the currency's units one unit of the catalogue costs.
  private let factor: Int64

  package static let all = [
    Storefront(country: "USA", id: "143441", currency: "USD", factor: 1),
    Storefront(country: "JPN", id: "143462", currency: "JPY", factor: 150),
    Storefront(country: "DEU", id: "143443", currency: "EUR", factor: 1),
    Storefront(country: "GBR", id: "143444", currency: "GBP", factor: 1),
    Storefront(country: "KOR", id: "143466", currency: "KRW", factor: 1_400),
  ]

  package static let usa = all[0]

  package static func named(_ country: String) -> Storefront? {
    all.first { $0.country == country }
  }

  /// Milliunits of the storefront's currency; whole units where the currency has no smaller ones.
  package func price(_ catalogueMilliunits: Int64) -> Int64 {
    let price = catalogueMilliunits * factor
    return factor == 1 ? price : (price + 999) / 1_000 * 1_000
  }
}
