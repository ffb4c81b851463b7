/// The two durations that Apple publishes in words only: a year of paid service, and the longest
/// gap that keeps the accrued service.
///
/// Apple counts days by the calendar of Los Angeles, where summer time makes a year an hour shorter
/// and a gap an hour longer. The durations allow for that. They are stored in whole seconds. The
/// sandbox needs durations of its own: there a month is five minutes.
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
}

extension TenureSettings: Codable {
  private enum CodingKeys: String, CodingKey {
    case yearOfServiceSeconds, gapSecondsMax
  }

  /// A duration that is left out is Apple's.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let year = try container.decodeIfPresent(Int64.self, forKey: .yearOfServiceSeconds)
    let gap = try container.decodeIfPresent(Int64.self, forKey: .gapSecondsMax)
    yearOfService = year.map { .seconds($0) } ?? Self.apple.yearOfService
    gapMax = gap.map { .seconds($0) } ?? Self.apple.gapMax
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(yearOfService.components.seconds, forKey: .yearOfServiceSeconds)
    try container.encode(gapMax.components.seconds, forKey: .gapSecondsMax)
  }
}
