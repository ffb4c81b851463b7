import Ledger
import Testing

/// A non-consumable that arrives again under its old original transaction id.
struct BoughtAgainTests {
  private static let castle = CatalogProduct(
    "castle", type: .nonConsumable, grants: [ProductGrant(gem, 100)])

  /// Returns a purchase on day 0, and the same product on day 20 under another id.
  private static func given(_ revocation: Asserted<Revocation>) -> Given {
    var given = Given(product: "castle", type: .nonConsumable, group: nil)
    given.bought("1000", from: 0, to: nil, revocation: revocation, price: 9_990, said: 19)
    given.bought("2", from: 20, to: nil, price: 9_990)
    return given
  }

  private static func left(_ given: Given) throws -> Int64 {
    var given = given
    given.grant(by: try Catalogs(castle))
    return given.book.statuses.reduce(0) { $0 + $1.grant.amount - $1.takenBack }
  }

  /// Paid twice and refunded once: the coins of one purchase stay.
  @Test func `after a full refund it grants again`() throws {
    #expect(try Self.left(Self.given(refund(on: 10))) == 100)
  }

  @Test func `a restored copy grants nothing more`() throws {
    #expect(try Self.left(Self.given(.absent)) == 100)
  }

  /// A quarter of the first purchase is refunded: 75 coins stay, and the copy was not paid for.
  @Test func `after a partial refund it is a copy`() throws {
    let quarter = Asserted.present(
      Revocation(date: day(10), type: "REFUND_PRORATED", percentage: 25_000))
    #expect(try Self.left(Self.given(quarter)) == 75)
  }

  @Test func `a copy from before the refund grants nothing`() throws {
    #expect(try Self.left(Self.given(refund(on: 30))) == 0)
  }

  /// A full refund divides, whatever became of it: what was bought after it was paid for, too.
  @Test func `after a refund that was reversed it is another purchase`() throws {
    var given = Given(product: "castle", type: .nonConsumable, group: nil)
    given.bought("1000", from: 0, to: nil, revocation: refund(on: 5), price: 9_990, said: 6)
    given.bought("1000", from: 0, to: nil, price: 9_990, said: 10)
    given.bought("2", from: 20, to: nil, price: 9_990)
    #expect(try Self.left(given) == 200)
  }
}
