import Ledger
import TestSupport
import Testing

/// Purchases that are no charge yet, because only older sources told of them, or Apple signed no price.
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
  func
    `are no trials, no family shares, nothing with a price and nothing signed before prices were`(
      trust: Trust
    )
  {
    var given = Given()
    given.currency = "USD"
    given.bought("1", from: 0, to: 7, offer: Self.trial, trust: trust)
    given.bought("2", from: 7, to: 37, ownership: .familyShared, trust: trust)
    given.bought("3", from: 37, to: 67, price: 0, trust: trust)
    given.bought("4", from: 67, to: 97, price: 9_990, trust: trust)
    given.bought("5", from: -900, to: -870, trust: .signed)
    given.bought("6", from: 127, to: 134, offer: Self.untold, trust: trust)
    #expect(open(given) == [])
  }

  @Test(arguments: [Trust.receipt, .sharedSecret])
  func `are charges once Apple has told the price, in either order`(trust: Trust) {
    var (early, late) = (Given(), Given())
    (early.currency, late.currency) = ("USD", "USD")
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

  @Test(arguments: [Trust.receipt, .signed])
  func `a copy under another identifier tells the price of the first one`(trust: Trust) {
    var given = Given()
    given.currency = "USD"
    given.bought("1", from: 0, to: 30, trust: trust, item: "9")
    #expect(open(given) == ["1"])
    given.bought("2", from: 1, to: 30, item: "9")
    #expect(open(given) == ["1"])
    given.bought("2", from: 1, to: 30, price: 9_990, said: 2, item: "9")
    #expect(open(given) == [])
  }

  /// 798 days before 2026 it was 2023-10-26.
  @Test(arguments: [(-798, true), (-798 - 1 / 86_400_000, false)])
  func `are those that Apple signed without a price from the day on which it began to sign prices`(
    day: Double, isMissing: Bool
  ) {
    for (type, end) in [
      (ProductType.autoRenewable, day + 30), (.consumable, nil), (.nonConsumable, nil),
    ] {
      var given = Given()
      given.bought("1", from: day, to: end, type: type)
      #expect(open(given) == (isMissing ? ["1"] : []))
      #expect(given.state.transactionsMissingPrice == (isMissing ? ["1"] : []))
    }
  }

  @Test func `a signed purchase that is known to be free lacks no price`() {
    var given = Given()
    given.bought("1", from: 0, to: 7, offer: Self.trial)
    given.bought("2", from: 7, to: 37, ownership: .familyShared)
    given.bought("3", from: 37, to: 67, price: 0)
    given.bought("4", from: 67, to: nil, type: .app)
    #expect(open(given) == [])
    #expect(given.state.transactionsMissingPrice == [])
    given.bought("5", from: 97, to: 104, offer: Self.untold)
    #expect(open(given) == ["5"])
  }

  @Test func `a price without its currency is not told`() {
    var given = Given()
    given.currency = nil
    given.bought("1", from: 0, to: 30, price: 9_990)
    #expect(open(given) == ["1"])
    given.currency = "USD"
    given.bought("1", from: 0, to: 30, price: 9_990, said: 1)
    #expect(open(given) == [])
  }

  @Test func `a copy that leaves out a known price misses nothing, before and after it`() {
    var given = Given()
    given.currency = "USD"
    given.bought("1", from: 0, to: 30, said: 0)
    given.bought("1", from: 0, to: 30, price: 9_990, said: 5)
    given.bought("1", from: 0, to: 30, said: 9)
    #expect(open(given) == [])
    #expect(given.state.transactionsMissingPrice == [])
  }

  @Test func `Xcode signs as it likes`() {
    var given = Given()
    given.chain = ChainID(.xcode, "1000")
    given.bought("1", from: 0, to: 30)
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
