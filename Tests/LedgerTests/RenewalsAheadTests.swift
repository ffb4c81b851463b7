import Testing

@testable import Ledger

struct RenewalsAheadTests {
  @Test func `renewals keep the day of the month they were anchored to, where there is one`() throws
  {
    let ahead = try #require(
      RenewalsAhead(
        from: Self.noon("2026-02-28"), after: .seconds(28 * 86_400),
        anchor: Self.noon("2026-01-31"),
        count: 1, length: .months(1)))
    let renewals = Array(ahead.prefix(4))
    #expect(
      renewals.map(\.start)
        == [
          Self.noon("2026-02-28"), Self.noon("2026-03-31", offset: 19),
          Self.noon("2026-04-30", offset: 19), Self.noon("2026-05-31", offset: 19),
        ])
    // Summer time begins on 8 March.
    let days = [28, 59 - oneHour, 89 - oneHour, 120 - oneHour]
    #expect(zip(renewals, days).allSatisfy { abs($0.serviceBefore.days - $1) < oneSecond })
  }

  /// Returns noon in Los Angeles.
  /// - Parameter offset: the hour in UTC, 20 in winter and 19 in summer.
  private static func noon(_ date: String, offset: Double = 20) -> Instant {
    day(on(date) + offset / 24)
  }

  @Test func `a length of nothing has no renewals`() {
    #expect(
      RenewalsAhead(
        from: day(0), after: .zero, anchor: day(0), count: 0, length: .exactly(.zero)) == nil)
  }
}
