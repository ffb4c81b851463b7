/// The two durations that Apple publishes in words only: a year of paid service, and the longest
/// gap that keeps the accrued service.
///
/// Apple counts days by the calendar of Los Angeles, where summer time makes a year an hour shorter
/// and a gap an hour longer. The durations allow for that. They are stored in whole seconds. The sandbox needs durations of its own: there a month is five
/// minutes.
package struct TenureSettings: Hashable, Sendable {
  /// The paid service after which a charge has the reduced rate.
  package var yearOfService: Duration
  /// The longest gap between two periods that keeps the accrued service; a longer one restarts at
  /// zero.
  package var gapMax: Duration

  package init(
    yearOfService: Duration = .seconds(364 * 86_400 + 43_200),
    gapMax: Duration = .seconds(60 * 86_400 + 3_600)
  ) {
    self.yearOfService = yearOfService
    self.gapMax = gapMax
  }

  /// Apple's year and sixty days, as Daicho interprets them.
  package static let apple = TenureSettings()

  /// The interpretation of the first rules: 365 and 60 days to the second. Every publication of terms
  /// that left the durations out has these numbers.
  package static let ofFirstRules = TenureSettings(
    yearOfService: .seconds(365 * 86_400), gapMax: .seconds(60 * 86_400))

  /// The settings by the present rules: a duration of the first rules stands for Apple's, as it is
  /// interpreted now.
  package var present: TenureSettings {
    let (first, apple) = (Self.ofFirstRules, Self.apple)
    return TenureSettings(
      yearOfService: yearOfService == first.yearOfService ? apple.yearOfService : yearOfService,
      gapMax: gapMax == first.gapMax ? apple.gapMax : gapMax)
  }
}

extension TenureSettings: Codable {
  private enum CodingKeys: String, CodingKey {
    case yearOfServiceSeconds, gapSecondsMax
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let first = Self.ofFirstRules
    let year = try container.decodeIfPresent(Int64.self, forKey: .yearOfServiceSeconds)
    let gap = try container.decodeIfPresent(Int64.self, forKey: .gapSecondsMax)
    yearOfService = year.map { .seconds($0) } ?? first.yearOfService
    gapMax = gap.map { .seconds($0) } ?? first.gapMax
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(yearOfService.components.seconds, forKey: .yearOfServiceSeconds)
    try container.encode(gapMax.components.seconds, forKey: .gapSecondsMax)
  }
}
