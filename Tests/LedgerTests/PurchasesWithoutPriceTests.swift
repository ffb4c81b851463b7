import Ledger
import Testing

/// Purchases that are no charge yet, because only older sources told of them.
struct PurchasesWithoutPriceTests {
  private static let trial = Offer(type: 1, discountType: "FREE_TRIAL")
  private static let untold = Offer(type: 1)

  private func open(_ given: Given) -> Set<TransactionID> {
    var book = CommissionBook()
    for event in given.events { book.record(event) }
    return book.purchasesWithoutPrice(of: given.chain)
  }

  @Test(arguments: [Trust.receipt, .sharedSecret])
  func `are all that an older source tells as paid, of every kind of product`(trust: Trust) {
    var given = Given()
    given.bought("1", from: 0, to: 30, trust: trust)
    given.bought("2", from: 30, to: 60, trust: trust)
    given.bought("3", from: 2, to: nil, trust: trust, type: .consumable)
    given.bought("4", from: 3, to: nil, trust: trust, type: .nonConsumable)
    given.bought("5", from: 4, to: nil, trust: trust, type: .untold)
    #expect(open(given) == ["1", "2", "3", "4", "5"])
  }

  @Test(arguments: [Trust.receipt, .sharedSecret])
  func `are no trials, no family shares, nothing with a price and nothing that Apple signed`(
    trust: Trust
  ) {
    var given = Given()
    given.bought("1", from: 0, to: 7, offer: Self.trial, trust: trust)
    given.bought("2", from: 7, to: 37, ownership: .familyShared, trust: trust)
    given.bought("3", from: 37, to: 67, price: 0, trust: trust)
    given.bought("4", from: 67, to: 97, price: 9_990, trust: trust)
    given.bought("5", from: 97, to: 127, trust: .signed)
    given.bought("6", from: 127, to: 134, offer: Self.untold, trust: trust)
    #expect(open(given) == [])
  }

  @Test(arguments: [Trust.receipt, .sharedSecret])
  func `are charges once Apple has told the price, in either order`(trust: Trust) {
    var (early, late) = (Given(), Given())
    early.bought("1", from: 0, to: 30, trust: trust)
    #expect(open(early) == ["1"])
    early.bought("1", from: 0, to: 30, price: 9_990, said: 40)
    late.bought("1", from: 0, to: 30, price: 9_990, said: 40)
    late.bought("1", from: 0, to: 30, said: 50, trust: trust)
    #expect(open(early) == [] && open(late) == [])
  }

  @Test func `count the copies of a period once, and a refunded or upgraded one as any other`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, trust: .receipt, item: "9")
    given.bought("2", from: 1, to: 30, trust: .receipt, item: "9")
    given.bought(
      "3", from: 30, to: 60, revocation: .present(Revocation(date: day(31))), trust: .receipt)
    given.bought("4", from: 60, to: 90, upgraded: true, trust: .receipt)
    #expect(open(given) == ["1", "3", "4"])
  }

  @Test func `a copy that Apple signed tells the price of a first one that a receipt told`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, trust: .receipt, item: "9")
    #expect(open(given) == ["1"])
    given.currency = "USD"
    given.bought("2", from: 1, to: 30, price: 9_990, item: "9")
    #expect(open(given) == [])
  }

  @Test func `the purchase of the app itself is no charge`() {
    var given = Given()
    given.bought("1", from: 0, to: nil, type: .app)
    var book = CommissionBook()
    for event in given.events { book.record(event) }
    #expect(book.lines == [])
    #expect(open(given) == [])
  }
}
