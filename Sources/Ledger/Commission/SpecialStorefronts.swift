/// The storefronts in which Apple is known to offer terms of its own, so that the general rates may
/// not be those of the developer's contract.
///
/// Source: `appstore/subscription-rules.md` §1.5, volatile: no rate is derived from it.
package enum SpecialStorefronts {
  /// The first moment of the special terms by Apple's three-letter code; `.distantPast` where it is not
  /// known.
  package static let since: [String: Instant] = {
    var since = Dictionary(uniqueKeysWithValues: europeanUnion.map { ($0, europe) })
    since["JPN"] = december2025
    since["CHN"] = march2026
    for code in ["BRA", "KOR", "RUS"] { since[code] = .distantPast }
    return since
  }()

  private static let europeanUnion = [
    "AUT", "BEL", "BGR", "CYP", "CZE", "DEU", "DNK", "ESP", "EST", "FIN", "FRA", "GRC", "HRV",
    "HUN",
    "IRL", "ITA", "LTU", "LUX", "LVA", "MLT", "NLD", "POL", "PRT", "ROU", "SVK", "SVN", "SWE",
  ]

  /// 1 January 2026, from which the EU has a single model.
  private static let europe = Instant(milliseconds: 1_767_225_600_000)
  /// 1 December 2025.
  private static let december2025 = Instant(milliseconds: 1_764_547_200_000)
  /// 1 March 2026.
  private static let march2026 = Instant(milliseconds: 1_772_323_200_000)
}
