import Ledger
import Testing

@Suite struct GrantTests {
  private func amounts(_ given: Given, by catalogues: Catalogues) -> [TransactionID: Int64] {
    let due = given.book.due(by: catalogues, decidedAt: day(900))
    return Dictionary(uniqueKeysWithValues: due.map { ($0.transactionID, $0.amount) })
  }

  @Test(arguments: [(1, 100), (3, 300), (10, 1_000)] as [(Int32, Int64)])
  func `a consumable grants its amount for each one bought`(quantity: Int32, amount: Int64) throws {
    var given = Given(consumable: "1000")
    given.boughtGems(quantity: quantity)
    #expect(amounts(given, by: try Catalogues(gems(100))) == ["1000": amount])
  }

  @Test func `a grant says everything the game needs`() throws {
    var given = Given(consumable: "1000")
    given.owned()
    given.boughtGems(quantity: 2)
    let due = given.book.due(by: try Catalogues(gems(50)), decidedAt: day(3))
    #expect(
      due == [
        GrantMade(
          chain: given.chain, bundleID: game, account: player, transactionID: "1000",
          productID: "gems", coin: gem, quantity: 2, amount: 100, duringTrial: false, catalogue: 1,
          decidedAt: day(3))
      ])
  }

  @Test func `a grant that was made is due no more, and no catalogue changes it`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems(on: 5)
    given.grant(by: try Catalogues(gems(100)))
    let both = CatalogueProduct(
      "gems", type: .consumable, grants: [ProductGrant(gem, 7), ProductGrant("gold", 1)])
    let later = try Catalogues([(-1_000, [gems(100)]), (0, [both])])
    #expect(given.book.due(by: later, decidedAt: day(9)).isEmpty)
    #expect(given.book.grants.map(\.amount) == [100])
  }

  @Test func `a coin that was left behind is made by the catalogue that made the other`() throws {
    let both = CatalogueProduct(
      "gems", type: .consumable, grants: [ProductGrant(gem, 7), ProductGrant("gold", 1)])
    let catalogues = try Catalogues([(0, [both]), (1, [gems(9)])])
    var given = Given(consumable: "1000")
    given.boughtGems(on: 0.5)
    let due = given.book.due(by: catalogues, decidedAt: day(2))
    #expect(due.map(\.coin) == [gem, "gold"])
    given.record(.grantMade(due[0]))
    #expect(given.book.due(by: catalogues, decidedAt: day(2)) == [due[1]])
  }

  @Test(
    arguments: [
      ([bert], bert), ([bert, player], player), ([], nil),
    ] as [([AccountReference], AccountReference?)])
  func `a renewal's coins are whose the subscription is by then`(
    owners: [AccountReference], account: AccountReference?
  ) throws {
    let catalogues = try Catalogues(goldMonthly(50))
    var given = Given()
    given.owned()
    given.bought("1", from: 0, to: 30, product: "gold.monthly")
    given.grant(by: catalogues, on: 1)
    given.changed(to: owners, on: 20)
    given.bought("2", from: 30, to: 60, product: "gold.monthly")
    let due = given.book.due(by: catalogues, decidedAt: day(31))
    #expect(due.map(\.transactionID) == ["2"])
    #expect(due.map(\.account) == [account])
    #expect(given.book.standings.map(\.account) == [player])
  }

  @Test func `what was bought once is the first owner's, priced late as well`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems()
    given.owned()
    given.changed(to: [bert], on: 20)
    let due = given.book.due(by: try Catalogues(gems(100)), decidedAt: day(31))
    #expect(due.map(\.account) == [player])
  }

  @Test func `an unpriced purchase waits until a catalogue names it`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems()
    let unaware = try Catalogues([(-9, [goldMonthly(1)])])
    #expect(given.book.unpriced(by: unaware) == ["1000"])
    #expect(amounts(given, by: unaware).isEmpty)
    let aware = try Catalogues([(-9, [goldMonthly(1)]), (30, [gems(40)]), (0, [gems(60)])])
    #expect(
      amounts(given, by: try Catalogues([(-9, [goldMonthly(1)]), (30, [gems(40)])])) == ["1000": 40]
    )
    given.grant(by: try Catalogues([(-9, [goldMonthly(1)]), (30, [gems(40)])]))
    #expect(given.book.unpriced(by: unaware).isEmpty)
    #expect(amounts(given, by: aware).isEmpty)
  }

  @Test func `what a catalogue calls another kind is what Apple calls it`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems()
    let mistaken = CatalogueProduct("gems", type: .nonConsumable)
    #expect(given.book.unpriced(by: try Catalogues(mistaken)) == ["1000"])
    let mended = try Catalogues([(-9, [mistaken]), (-9, [gems(40)])])
    #expect(amounts(given, by: mended) == ["1000": 40])
    #expect(
      amounts(given, by: try Catalogues([(-9, [gems(40)]), (-5, [mistaken])])) == ["1000": 40])
  }

  @Test(arguments: [0, -1, Int32.max])
  func `a quantity that cannot be waits for somebody to look`(quantity: Int32) throws {
    var given = Given(consumable: "1000")
    given.boughtGems(quantity: quantity)
    let catalogues = try Catalogues(gems(Int64.max / 10))
    #expect(amounts(given, by: catalogues).isEmpty)
    #expect(given.book.unpriced(by: catalogues) == ["1000"])
  }

  @Test(arguments: [(Trust.sharedSecret, false), (.receipt, true), (.signed, true)])
  func `what only a shared secret tells grants nothing`(trust: Trust, isDue: Bool) throws {
    var given = Given(consumable: "1000")
    given.boughtGems(trust: trust)
    #expect(amounts(given, by: try Catalogues(gems(1))).isEmpty != isDue)
    #expect(given.book.unpriced(by: Catalogues()).isEmpty != isDue)
  }

  @Test func `a family share grants nothing`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30, ownership: .familyShared)
    #expect(amounts(given, by: try Catalogues(goldMonthly(5))).isEmpty)
  }

  @Test func `each period of a subscription grants once, whatever its copies`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30, reason: "PURCHASE")
    given.bought("2", from: 30, to: 60, reason: "RENEWAL")
    given.bought("2", from: 30, to: 60, reason: "RENEWAL", said: 45)
    #expect(amounts(given, by: try Catalogues(goldMonthly(5))) == ["1": 5, "2": 5])
  }

  @Test(arguments: [(false, 0), (true, 1)])
  func `a trial grants only if the catalogue says so`(duringTrial: Bool, count: Int) throws {
    var given = Given()
    given.bought("1", from: 0, to: 7, offer: trial)
    let catalogues = try Catalogues(goldMonthly(5, duringTrial: duringTrial))
    #expect(amounts(given, by: catalogues).count == count)
    #expect(given.book.unpriced(by: catalogues).isEmpty)
  }

  @Test func `a renewal replaced before it began grants nothing`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30, reason: "PURCHASE")
    given.bought("2", from: 30, to: 60, reason: "RENEWAL", said: 29)
    given.grant(by: try Catalogues(goldMonthly(5)))
    given.bought("3", from: 29.5, to: 59.5, reason: "PURCHASE")
    #expect(amounts(given, by: try Catalogues(goldMonthly(5))) == ["3": 5])
    #expect(given.book.standings(at: day(40)).map(\.takenBack) == [0, 5])
    given.events.removeAll { if case .grantMade = $0.event { true } else { false } }
    #expect(amounts(given, by: try Catalogues(goldMonthly(5))) == ["1": 5, "3": 5])
  }

  @Test func `a non-consumable grants once, however often it is restored`() throws {
    var given = Given(consumable: "1000")
    given.type = .nonConsumable
    given.product = "pack"
    given.boughtGems("1000")
    given.boughtGems("2000", on: 50)
    let pack = CatalogueProduct("pack", type: .nonConsumable, grants: [ProductGrant(gem, 30)])
    #expect(amounts(given, by: try Catalogues(pack)) == ["1000": 30])
  }

  @Test func `of two decisions on one grant the first in the stream stands`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems()
    let first = given.book.due(by: try Catalogues(gems(1)), decidedAt: day(1))
    let second = given.book.due(by: try Catalogues(gems(2)), decidedAt: day(1))
    for grant in first + second { given.record(.grantMade(grant)) }
    #expect(given.book.grants == first)
    #expect(given.book(of: given.events.reversed()).grants == first)
  }

  @Test func `coins wait for the first owner of the chain`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems()
    given.grant(by: try Catalogues(gems(1)))
    #expect(given.book.standings(at: day(1)).map(\.account) == [nil])
    given.owned(on: 3)
    given.owned(by: AccountReference(.production, game, "other"), on: 4)
    #expect(given.book.standings(at: day(1)).map(\.account) == [player])
  }

  @Test func `a grant stays with the account it was made for`() throws {
    var given = Given(consumable: "1000")
    given.owned()
    given.boughtGems()
    let due = given.book.due(by: try Catalogues(gems(1)), decidedAt: day(1))
    given.events = []
    given.owned(by: AccountReference(.production, game, "other"))
    for grant in due { given.record(.grantMade(grant)) }
    #expect(given.book.standings(at: day(1)).map(\.account) == [player])
  }

  @Test func `an id is the same for ever, and differs by each of its parts`() throws {
    let id = GrantID(.production, "2000000123", gem)
    #expect(id.description == "38284b03e7790504661eb590bfc6c8ee")
    #expect(GrantID(id.description) == id)
    let others = [
      GrantID(.sandbox, "2000000123", gem), GrantID(.production, "2000000124", gem),
      GrantID(.production, "2000000123", "gold"),
    ]
    #expect(Set(others + [id]).count == 4)
  }

  @Test(arguments: ["", "0", String(repeating: "G", count: 32), String(repeating: "A", count: 32)])
  func `what is no id is not read`(text: String) {
    #expect(GrantID(text) == nil)
  }
}
