import Testing

@testable import Ledger

struct RenewalsAheadTests {
  @Test func `renewals keep the day of the month they were anchored to, where there is one`() throws
  {
    let ahead = try #require(
      RenewalsAhead(
        from: day(on("2026-02-28")), after: .seconds(28 * 86_400), anchor: day(on("2026-01-31")),
        count: 1, length: .months(1)))
    let renewals = Array(ahead.prefix(4))
    #expect(
      renewals.map(\.start)
        == ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"].map { day(on($0)) })
    #expect(renewals.map(\.serviceBefore.days) == [28, 59, 89, 120])
  }

  @Test func `a length of nothing has no renewals`() {
    #expect(
      RenewalsAhead(
        from: day(0), after: .zero, anchor: day(0), count: 0, length: .exactly(.zero)) == nil)
  }
}
