import Foundation
import Ledger
import Testing

/// One period of a subscription that Apple told under two transaction ids, with figures worked out by
/// hand: fifty gems a month, 9.99.
struct PeriodCopiesTests {
  private static let ann = "a0000000-0000-4000-8000-00000000000a"
  private static let ben = "b0000000-0000-4000-8000-00000000000b"

  /// Adds a copy of the month from day 0.
  private static func tell(
    _ id: TransactionID, _ item: String?, in given: inout Given, from start: Double = 0,
    revocation: Asserted<Revocation> = .absent, token: String? = nil, said: Double = 1,
    trust: Trust = .signed, price: Int64 = 9_990
  ) {
    given.bought(
      id, from: start, to: 31, revocation: revocation, reason: "PURCHASE",
      token: token.flatMap(UUID.init(uuidString:)), price: price, said: said, trust: trust,
      item: item)
  }

  private static func granted(_ given: Given, on number: Double = 100) throws -> Given {
    var given = given
    given.grant(by: try Catalogs(goldMonthly(50)), on: number)
    return given
  }

  private static func left(_ given: Given) -> Int64 {
    given.book.statuses.reduce(0) { $0 + $1.grant.amount - $1.takenBack }
  }

  private static func charges(_ given: Given) -> [TransactionID: Int64] {
    var book = CommissionBook()
    for event in given.events { book.record(event) }
    let lines = book.answer(knownAt: Instant(milliseconds: .max))
    return Dictionary(
      uniqueKeysWithValues: lines.compactMap { line in
        line.charge?.price.map { (line.transactionID, $0) }
      })
  }

  private static func twice(_ item: String?) -> Given {
    var given = Given()
    tell("1", item, in: &given)
    tell("2", item, in: &given, from: 3, said: 4)
    return given
  }

  @Test func `two copies are one grant, one charge and one period`() throws {
    let given = try Self.granted(Self.twice("700"))
    #expect(given.book.grants.map(\.transactionID) == ["1"])
    #expect(Self.left(given) == 50)
    #expect(Self.charges(given) == ["1": 9_990])
    #expect(try given.tenure(on: 31).transactions.map(\.transactionID) == ["1"])
    #expect(try given.tenure(on: 31).total == .seconds(31 * 86_400))
    #expect(given.entitlements(on: 5).map(\.transactionID) == ["1"])
  }

  @Test(arguments: ["0", "", nil] as [String?])
  func `a line item that was not told joins nothing`(item: String?) throws {
    let given = try Self.granted(Self.twice(item))
    #expect(given.book.grants.map(\.transactionID) == ["1", "2"])
    #expect(Self.charges(given) == ["1": 9_990, "2": 9_990])
  }

  @Test(arguments: ["1", "2"] as [TransactionID])
  func `a refund of either copy takes the coins back`(id: TransactionID) throws {
    var given = try Self.granted(Self.twice("700"))
    let start: Double = id == "1" ? 0 : 3
    Self.tell(id, "700", in: &given, from: start, revocation: refund(on: 10), said: 10)
    #expect(Self.left(given) == 0)
    let other: TransactionID = id == "1" ? "2" : "1"
    Self.tell(other, "700", in: &given, from: 3 - start, said: 12)
    #expect(Self.left(given) == 0)
    #expect(given.entitlements(on: 13).isEmpty)
    Self.tell(id, "700", in: &given, from: start, said: 15)
    #expect(Self.left(given) == 50)
    #expect(given.entitlements(on: 16).map(\.transactionID) == ["1"])
  }

  /// A third of either copy: 16.67 gems, rounded 17.
  @Test func `a refund told of both copies counts once`() throws {
    var given = try Self.granted(Self.twice("700"))
    let third = partialRefund(33_333, on: 10)
    Self.tell("1", "700", in: &given, revocation: third, said: 10)
    Self.tell("2", "700", in: &given, from: 3, revocation: third, said: 11)
    #expect(Self.left(given) == 33)
  }

  /// Until it is told, the second purchase of day 3 seems to replace the first: 28 of 31 days of fifty
  /// gems are 45.16.
  @Test func `a line item told late takes back the later grant and its charge`() throws {
    var given = try Self.granted(Self.twice(nil))
    #expect(given.book.statuses.map(\.takenBack) == [45, 0])
    Self.tell("1", "700", in: &given, said: 40)
    Self.tell("2", "700", in: &given, from: 3, said: 41)
    #expect(given.book.statuses.map(\.takenBack) == [0, 50])
    #expect(Self.charges(given) == ["1": 9_990])
    #expect(try Self.granted(given, on: 101).book.grants.count == 2)
  }

  /// The month is upgraded on day 10 of 31: 33.87 of fifty gems, rounded 34, go, whichever copy was
  /// granted.
  @Test(arguments: ["1", "2"] as [TransactionID])
  func `an upgrade takes back the unused share of either copy's grant`(id: TransactionID) throws {
    var given = Given()
    Self.tell(id, "700", in: &given, from: id == "1" ? 0 : 3, said: 4)
    given = try Self.granted(given)
    Self.tell(id == "1" ? "2" : "1", "700", in: &given, from: id == "1" ? 3 : 0, said: 5)
    given.bought("9", from: 10, to: 41, product: "gold.other", reason: "PURCHASE", said: 10)
    #expect(given.book.statuses.map(\.takenBack) == [34])
  }

  /// The copy with the lower purchase date comes last: the period is known by it, and its grant stays.
  @Test func `the first purchase learned last moves the charge and grants nothing more`() throws {
    var given = Given()
    Self.tell("2", "700", in: &given, from: 3, said: 4)
    given = try Self.granted(given)
    Self.tell("1", "700", in: &given, said: 50, price: 8_990)
    given = try Self.granted(given, on: 101)
    #expect(given.book.grants.map(\.transactionID) == ["2"])
    #expect(Self.left(given) == 50)
    #expect(Self.charges(given) == ["1": 8_990])
  }

  @Test func `the token of the first purchase names the account`() throws {
    var given = Given()
    Self.tell("1", "700", in: &given, token: Self.ann)
    Self.tell("2", "700", in: &given, from: 3, token: Self.ben, said: 4)
    let tokens = AccountReference(.production, game, AccountID(rawValue: Self.ann))
    #expect(given.state.owner.token == tokens)
  }

  /// A receipt tells both copies with their line item, and a newer notification of version 1 one of them
  /// without.
  @Test func `copies that receipts told are one, in any order`() throws {
    var given = Given()
    Self.tell("1", "700", in: &given, trust: .receipt)
    Self.tell("2", "700", in: &given, from: 3, said: 4, trust: .receipt)
    Self.tell("2", nil, in: &given, from: 3, said: 9, trust: .sharedSecret)
    for events in [given.events, given.events.reversed()] {
      var told = given
      told.events = events
      let granted = try Self.granted(told)
      #expect(granted.book.grants.map(\.transactionID) == ["1"] && Self.left(granted) == 50)
      #expect(told.entitlements(on: 10).map(\.transactionID) == ["1"])
      #expect(try told.tenure(on: 31).total == .seconds(31 * 86_400))
    }
  }

  /// A shared secret vouches for no date and no price.
  @Test func `a copy of trust 0 does not name the period`() throws {
    var given = Given()
    Self.tell("1", "700", in: &given, said: 1, trust: .sharedSecret, price: 1)
    Self.tell("2", "700", in: &given, from: 3, said: 4)
    #expect(Self.charges(given) == ["2": 9_990])
    #expect(try Self.granted(given).book.grants.map(\.transactionID) == ["2"])
  }

  @Test func `the order of arrival changes nothing`() throws {
    var given = Self.twice("700")
    Self.tell("2", "700", in: &given, from: 3, revocation: refund(on: 10), said: 10)
    Self.tell("1", "700", in: &given, said: 12)
    let purchases = given.state.purchases.all
    #expect(given.fold(given.events.reversed()).purchases.all == purchases)
    #expect(given.fold(given.events.shuffled()).purchases.all == purchases)
  }
}
