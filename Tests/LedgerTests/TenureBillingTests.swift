import Ledger
import Testing

/// Billing failures: grace recovered, grace not recovered, retry, and grace withdrawn.
struct TenureBillingTests {
  /// Returns a month to day 31, a failed charge, and grace until day 47.
  private func given(recovered start: Double, to end: Double, reason: String? = "RENEWAL") -> Given
  {
    var given = Given()
    given.bought("1", from: 0, to: 31, reason: "PURCHASE")
    given.renews(said: 31.1, renewalDate: 31, grace: 47, retry: true)
    given.bought("2", from: start, to: end, reason: reason)
    given.renews(said: start, renewalDate: end)
    return given
  }

  @Test(arguments: [31.5, 36, 47])
  func `a recovery within grace counts from the old expiry`(start: Double) throws {
    let given = given(recovered: start, to: 59)
    #expect(given.daysBefore("2") == 31)
    #expect(try given.tenure(on: 59).daysOfPaidService == 59)
  }

  @Test func `a recovery within grace counts nothing before it was charged`() throws {
    let given = given(recovered: 36, to: 59)
    let before = try given.tenure(on: 35)
    #expect(before.state == .paused)
    #expect(before.daysOfPaidService == 31)
    #expect(before.transactions.map(\.paidDays) == [31])
    let after = try given.tenure(on: 36)
    #expect(after.state == .accruing)
    #expect(after.daysOfPaidService == 36)
  }

  @Test func `a recovery within grace that moves the renewal date counts one period`() throws {
    let given = given(recovered: 35, to: 63)  // 5 February to 5 March
    let tenure = try given.tenure(on: 63)
    #expect(tenure.daysOfPaidService == 59)
    #expect(tenure.restartsAt == day(123 + oneHour))
  }

  @Test func `a recovery counts from the end named with the grace, though nothing else is known`()
    throws
  {
    var given = Given()
    given.bought("1", from: 0, to: 31, upgraded: true, reason: "PURCHASE", said: 60)
    given.renews(said: 50.1, renewalDate: 50, grace: 57, retry: true)
    given.bought("3", from: 55, to: 85, reason: nil)
    let tenure = try given.tenure(on: 85)
    #expect(tenure.transactions.map(\.paidDays) == [31, 30])
  }

  @Test func `a week that begins on the day of recovery counts a week, from the old expiry`() throws
  {
    let given = given(recovered: 44, to: 51)
    #expect(try given.tenure(on: 60).transactions.map(\.paidDays) == [31, 7])
  }

  @Test func `a recovery after grace begins on its day`() throws {
    let given = given(recovered: 47 + oneSecond, to: 75)
    #expect(given.daysBefore("2") == 31)
    let total = try given.tenure(on: 75).total
    #expect(total == day(75) - day(47 + oneSecond) + .seconds(31 * 86_400))
  }

  @Test func `a new purchase within grace recovers nothing`() throws {
    let given = given(recovered: 40, to: 68, reason: "PURCHASE")
    #expect(try given.tenure(on: 68).daysOfPaidService == 59)
    #expect(try given.tenure(on: 35).state == .paused)
  }

  @Test func `grace that is not recovered adds nothing and the gap runs from the expiry`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.renews(said: 31.1, renewalDate: 31, grace: 47, retry: true)
    let tenure = try given.tenure(on: 40)
    #expect(tenure.state == .paused)
    #expect(tenure.daysOfPaidService == 31)
    #expect(tenure.restartsAt == day(91 + oneHour))
  }

  @Test func `grace that was withdrawn before is no grace`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.renews(said: 31.1, renewalDate: 31, grace: 47, retry: true)
    given.renews(said: 33, renewalDate: 31, retry: false, intent: 1)
    given.bought("2", from: 40, to: 68, reason: "RENEWAL")
    #expect(try given.tenure(on: 68).daysOfPaidService == 59)
    #expect(try given.tenure(on: 35).state == .paused)
  }

  @Test func `grace asserted with a shared secret only does not count`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.renews(said: 31.1, renewalDate: 31, grace: 47, retry: true, trust: .sharedSecret)
    given.bought("2", from: 40, to: 59, reason: "RENEWAL")
    #expect(try given.tenure(on: 59).daysOfPaidService == 50)
  }

  @Test(
    arguments: [(60.0, 31.0), (60 + oneHour, 31.0), (60 + oneHour + oneSecond, 0)]
      as [(Double, Double)])
  func `billing retry stands still for sixty days and an hour`(gap: Double, before: Double) {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.renews(said: 31, renewalDate: 31, retry: true, intent: 2)
    given.bought("2", from: 31 + gap, to: 61 + gap, reason: "RENEWAL")
    #expect(given.daysBefore("2") == before)
  }
}
