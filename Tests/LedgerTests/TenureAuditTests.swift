import Ledger
import Testing

struct TenureAuditTests {
  @Test func `what agrees with Apple has no finding`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, price: 0, offer: trial)
    given.bought("2", from: 30, to: 60, reason: "RENEWAL")
    given.bought("3", from: 200, to: 230, reason: "PURCHASE")
    given.renews(said: 200, renewalDate: 230, runBegan: 200)
    #expect(TenureAudit.evaluate([given.state]).isEmpty)
  }

  @Test func `a run that Apple began earlier than we hold is incomplete`() {
    var given = Given()
    given.bought("2", from: 30, to: 60, reason: "RENEWAL")
    given.renews(said: 31, renewalDate: 60, runBegan: 0)
    #expect(
      TenureAudit.evaluate([given.state])
        == [.runStartContradicts(given.chain, apple: day(0), held: day(30))])
  }

  @Test func `a refunded beginning may be counted either way`() {
    for apple in [0.0, 100] {
      var given = Given()
      given.bought("1", from: 0, to: 30, revocation: refund(on: 3), said: 3)
      given.bought("2", from: 80, to: 110, revocation: refund(on: 82), said: 82)
      given.bought("3", from: 100, to: 130)
      given.renews(said: 101, renewalDate: 130, runBegan: apple)
      #expect(TenureAudit.evaluate([given.state]).isEmpty)
    }
  }

  @Test func `a period that Apple named between two we hold is missing`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 61, renewalDate: 60, grace: 76, retry: true)
    given.bought("3", from: 65, to: 90, reason: "RENEWAL")
    given.renews(said: 66, renewalDate: 90)
    #expect(
      TenureAudit.evaluate([given.state])
        == [.renewalMissing(given.chain, after: "1", before: "3")])
  }

  @Test(arguments: [(90.0, "RENEWAL", false), (91, "RENEWAL", true), (91, "PURCHASE", false)])
  func `what was renewed later than Apple ever tries misses a period`(
    gap: Double, reason: String, isMissing: Bool
  ) {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.bought("2", from: 30 + gap, to: 60 + gap, reason: reason)
    #expect(TenureAudit.evaluate([given.state]).isEmpty == !isMissing)
  }

  @Test func `an upgrade to an unknown period is missing`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, upgraded: true, said: 10)
    #expect(TenureAudit.evaluate([given.state]) == [.upgradeMissing(given.chain, from: "1")])
  }
}
