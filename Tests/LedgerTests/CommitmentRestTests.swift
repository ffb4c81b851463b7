import Ledger
import Testing

/// The payments of a commitment that are still to come, with figures worked out by hand.
struct CommitmentRestTests {
  /// Returns the rest after one month of a commitment.
  private func rest(
    after number: Int32, of months: Int32 = 12, price: Int64? = 9_990, whole: Int64? = nil,
    until end: Instant? = nil
  ) throws -> CommitmentRest? {
    var given = Given()
    given.currency = "EUR"
    given.bought(
      "1", from: on("2026-03-01"), to: on("2026-04-01"), plan: "MONTHLY", price: price,
      commitment: Commitment(period: number, of: months, expiresDate: end, price: whole))
    return try #require(ServiceHistory.histories(of: [given.state]).first).periods[0].commitmentRest
  }

  @Test func `the price is the part of the whole that is left`() throws {
    let rest = try #require(
      try rest(after: 3, whole: 119_880, until: day(on("2027-01-01"))))
    #expect(rest.payments == 9 && rest.price == 89_910 && rest.end == day(on("2027-01-01")))
    // The first month was cheaper than the others.
    #expect(try self.rest(after: 1, price: 4_990, whole: 119_880)?.price == 109_890)
  }

  @Test(arguments: [(5, 100_000, 58_333), (11, 100_002, 8_334), (11, 100_006, 8_334)])
  func `a part is rounded half up`(number: Int32, whole: Int64, price: Int64) throws {
    // 100,000 * 7 / 12 = 58,333.3; 100,002 / 12 = 8,333.5; 100,006 / 12 = 8,333.83.
    #expect(try rest(after: number, whole: whole)?.price == price)
  }

  @Test func `without a price of the whole each month costs what this one did`() throws {
    let rest = try #require(try rest(after: 10))
    #expect(rest.payments == 2 && rest.price == 19_980 && rest.end == day(on("2026-06-01")))
    #expect(try self.rest(after: 10, price: nil)?.price == nil)
  }

  @Test func `nothing is left after the last month, nor by a number beyond it`() throws {
    #expect(try rest(after: 12) == nil)
    #expect(try rest(after: 13) == nil)
  }
}
