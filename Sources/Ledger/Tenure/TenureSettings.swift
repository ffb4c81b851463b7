/// The two numbers Apple publishes in words only: how long a year of paid service is, and how long
/// a gap keeps what was accrued.
///
/// Written in whole seconds. Sandbox data needs numbers of its own: there a month is five minutes.
package struct TenureSettings: Hashable, Sendable {
  /// Paid service before a charge that earns the reduced rate.
  package var yearOfService: Duration
  /// The longest gap between two periods that keeps what was accrued; a longer one restarts at
  /// zero.
  package var gapMax: Duration

  package init(
    yearOfService: Duration = .seconds(365 * 86_400), gapMax: Duration = .seconds(60 * 86_400)
  ) {
    self.yearOfService = yearOfService
    self.gapMax = gapMax
  }

  /// Apple's year and sixty days, as Daicho reads them.
  package static let apple = TenureSettings()
}

extension TenureSettings: Codable {
  private enum CodingKeys: String, CodingKey {
    case yearOfServiceSeconds, gapSecondsMax
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let apple = Self.apple
    let year = try container.decodeIfPresent(Int64.self, forKey: .yearOfServiceSeconds)
    let gap = try container.decodeIfPresent(Int64.self, forKey: .gapSecondsMax)
    yearOfService = year.map { .seconds($0) } ?? apple.yearOfService
    gapMax = gap.map { .seconds($0) } ?? apple.gapMax
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(yearOfService.components.seconds, forKey: .yearOfServiceSeconds)
    try container.encode(gapMax.components.seconds, forKey: .gapSecondsMax)
  }
}
