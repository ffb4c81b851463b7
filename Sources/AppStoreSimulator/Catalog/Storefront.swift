/// A country's App Store, which converts catalog prices to its currency.
package struct Storefront: Hashable, Sendable {
  /// The ISO 3166-1 alpha-3 code of the country.
  package let country: String
  /// The ISO 3166-1 alpha-2 code of the country, which report files use.
  package let alpha2: String
  package let id: String
  /// The ISO 4217 code of the currency.
  package let currency: String
  /// The number of the storefront's currency units that equal one unit of the catalog's currency.
  private let factor: Int64

  package static let all = [
    Storefront(country: "USA", alpha2: "US", id: "143441", currency: "USD", factor: 1),
    Storefront(country: "JPN", alpha2: "JP", id: "143462", currency: "JPY", factor: 150),
    Storefront(country: "DEU", alpha2: "DE", id: "143443", currency: "EUR", factor: 1),
    Storefront(country: "GBR", alpha2: "GB", id: "143444", currency: "GBP", factor: 1),
    Storefront(country: "KOR", alpha2: "KR", id: "143466", currency: "KRW", factor: 1_400),
  ]

  package static let usa = all[0]

  package static func named(_ country: String) -> Storefront? {
    all.first { $0.country == country }
  }

  /// Returns the only storefront that charges in a currency; nil if none does.
  static func charging(in currency: String) -> Storefront? {
    all.first { $0.currency == currency }
  }

  /// Returns the price in milliunits of the storefront's currency, rounded up to whole units if the
  /// currency has no smaller ones.
  package func price(_ catalogMilliunits: Int64) -> Int64 {
    let price = catalogMilliunits * factor
    return factor == 1 ? price : (price + 999) / 1_000 * 1_000
  }
}
