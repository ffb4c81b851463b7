import Ledger
import Testing

/// A month that Apple signed without a revocation, and a receipt of a later day that shows a cancellation:
/// nothing has reversed it.
struct LaterRefundTests {
  /// A month of 9.990 USD and fifty gems, signed on day 0.
  private static func given() -> Given {
    var given = Given()
    given.bought("1", from: 0, to: 31, reason: "PURCHASE", price: 9_990)
    return given
  }

  /// The receipt of day 12 tells a refund of day 10.
  private static func tell(
    _ given: inout Given, refunded date: Double? = 10, said: Double = 12, trust: Trust = .receipt
  ) {
    let revocation = date.map { Asserted.present(Revocation(date: day($0))) } ?? .absent
    given.bought(
      "1", from: 0, to: 31, upgraded: nil, revocation: revocation, said: said, trust: trust)
  }

  private static func journal(_ given: Given) -> [String] {
    var journal = JournalBook(taxes: .none)
    for event in given.events { journal.record(event) }
    return journal.entries.map { "\($0.kind) \($0.amounts.price)" }
  }

  private static func gems(_ given: Given) throws -> Int64 {
    var given = given
    given.grant(by: try Catalogs(goldMonthly(50)))
    return given.book.statuses.reduce(0) { $0 + $1.grant.amount - $1.takenBack }
  }

  @Test func `stands for entitlements, days, coins and money alike`() throws {
    var given = Self.given()
    Self.tell(&given)
    #expect(given.entitlements(on: 9).count == 1)
    #expect(given.entitlements(on: 10).isEmpty)
    #expect(try given.tenure(on: 20).daysOfPaidService == 0)
    #expect(try Self.gems(given) == 0)
    #expect(Self.journal(given) == ["charge 9990", "refund 9990"])
  }

  @Test func `is reversed by a signed copy of after it, and not by one of before it`() throws {
    for (said, isOwned) in [(11.0, false), (13, true)] {
      var given = Self.given()
      Self.tell(&given)
      given.bought("1", from: 0, to: 31, reason: "PURCHASE", price: 9_990, said: said)
      #expect(!given.entitlements(on: 20).isEmpty == isOwned, "signed on day \(said)")
      #expect(try Self.gems(given) == (isOwned ? 50 : 0), "signed on day \(said)")
    }
  }

  @Test func `is reversed by a later receipt`() throws {
    var given = Self.given()
    Self.tell(&given)
    Self.tell(&given, refunded: nil, said: 14)
    #expect(given.entitlements(on: 20).count == 1)
    #expect(try Self.gems(given) == 50)
  }

  @Test func `counts nothing if only a shared secret tells it`() throws {
    var given = Self.given()
    Self.tell(&given, trust: .sharedSecret)
    #expect(given.entitlements(on: 20).count == 1)
    #expect(try Self.gems(given) == 50)
  }

  @Test func `is the same in every order of arrival`() {
    var given = Self.given()
    Self.tell(&given)
    #expect(given.fold(given.events.reversed()) == given.state)
    #expect(given.state.transactions["1"]?.isRevoked(at: day(10)) == true)
  }
}
