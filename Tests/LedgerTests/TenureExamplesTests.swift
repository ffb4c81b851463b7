import Ledger
import Testing

/// The worked examples of the counting recipe, in its order.
struct TenureExamplesTests {
  private func expect(
    _ given: Given, _ id: TransactionID, before days: Double, rate: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(given.daysBefore(id) == days, sourceLocation: sourceLocation)
    #expect(given.rate(id)?.description == rate, sourceLocation: sourceLocation)
  }

  @Test func `the thirteenth monthly payment earns the reduced rate`() {
    var given = Given()
    given.monthly(months(13, from: "2025-01-01"))
    expect(given, "12", before: 334, rate: "0.30")
    expect(given, "13", before: 365, rate: "0.15")
  }

  @Test(arguments: [("13", 334.0, "0.30"), ("14", 365, "0.15")])
  func `a free week first adds nothing`(id: String, days: Double, rate: String) {
    var given = Given()
    given.bought("1", from: on("2025-01-01"), to: on("2025-01-08"), price: 0, offer: trial)
    given.monthly(months(13, from: "2025-01-08"), from: 2)
    expect(given, TransactionID(id), before: days, rate: rate)
  }

  @Test func `the first annual renewal earns the reduced rate`() {
    var given = Given()
    given.bought("1", from: on("2025-03-01"), to: on("2026-03-01"), reason: "PURCHASE")
    given.bought("2", from: on("2026-03-01"), to: on("2027-03-01"), reason: "RENEWAL")
    expect(given, "2", before: 365, rate: "0.15")
  }

  @Test(arguments: [("2025-08-30", 181.0), ("2025-08-31", 0)])
  func `half a year is kept over sixty days and lost over sixty-one`(back: String, days: Double) {
    var given = Given()
    given.monthly(months(6, from: "2025-01-01"))
    given.monthly(months(1, from: back), from: 7)
    expect(given, "7", before: days, rate: "0.30")
  }

  @Test(arguments: [("2025-03-13", 397.0, "0.15"), ("2025-04-03", 0, "0.30")])
  func `a year is kept over forty days and lost over sixty-one`(
    back: String, days: Double, rate: String
  ) {
    var given = Given()
    given.monthly(months(13, from: "2024-01-01"))
    given.monthly(months(1, from: back), from: 14)
    expect(given, "14", before: days, rate: rate)
  }

  @Test func `an offer paid up front counts whole`() {
    var given = Given()
    given.bought(
      "1", from: on("2025-01-01"), to: on("2025-04-01"), price: 4_990,
      offer: Offer(type: 1, discountType: "PAY_UP_FRONT"))
    given.bought("2", from: on("2025-04-01"), to: on("2025-05-01"), reason: "RENEWAL")
    expect(given, "2", before: 90, rate: "0.30")
  }

  @Test func `an extension of thirty days moves the end and accrues nothing`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.bought("1", from: 0, to: 61, said: 12)
    given.bought("2", from: 61, to: 92, reason: "RENEWAL")
    expect(given, "2", before: 31, rate: "0.30")
    let extended = try given.tenure(on: 40)
    #expect(extended.state == .paused)
    #expect(extended.paidThrough == day(31))
    #expect(extended.restartsAt == day(121 + oneHour))
  }

  @Test(arguments: [
    ("2026-03-01", Tenure.State.accruing, 59), ("2026-04-05", .paused, 90),
    ("2026-04-20", .paused, 90), ("2026-06-05", .accruing, 90), ("2026-06-06", .accruing, 91),
  ])
  func `a return within sixty days of an extension goes on counting`(
    date: String, state: Tenure.State, days: Int
  ) throws {
    var given = Given()
    given.monthly(months(3, from: "2026-01-01"))
    given.bought(
      "3", from: on("2026-03-01"), to: on("2026-04-11"), reason: "RENEWAL", said: on("2026-03-20"))
    given.monthly(months(1, from: "2026-06-05"), from: 4)
    let tenure = try given.tenure(on: on(date))
    #expect(tenure.state == state)
    #expect(tenure.daysOfPaidService == days)
  }
}
