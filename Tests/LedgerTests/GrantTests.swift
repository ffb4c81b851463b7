import Ledger
import TestSupport
import Testing

struct GrantTests {
  private func amounts(_ given: Given, by catalogs: Catalogs) -> [TransactionID: Int64] {
    let due = given.book.due(by: catalogs, decidedAt: day(900))
    return Dictionary(uniqueKeysWithValues: due.map { ($0.transactionID, $0.amount) })
  }

  @Test(arguments: [(1, 100), (3, 300), (10, 1_000)] as [(Int32, Int64)])
  func `a consumable grants its amount for each one bought`(quantity: Int32, amount: Int64) throws {
    var given = Given(consumable: "1000")
    given.boughtGems(quantity: quantity)
    #expect(amounts(given, by: try Catalogs(gems(100))) == ["1000": amount])
  }

  @Test func `a grant says everything the game needs`() throws {
    var given = Given(consumable: "1000")
    given.owned()
    given.boughtGems(quantity: 2)
    let due = given.book.due(by: try Catalogs(gems(50)), decidedAt: day(3))
    #expect(
      due == [
        GrantMade(
          chain: given.chain, account: player, transactionID: "1000",
          productID: "gems", coin: gem, quantity: 2, amount: 100, duringTrial: false, catalog: 1,
          rules: RulesChanged.present, decidedAt: day(3))
      ])
  }

  @Test func `a grant that was made is due no more, and no catalog changes it`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems(on: 5)
    given.grant(by: try Catalogs(gems(100)))
    let both = CatalogProduct(
      "gems", type: .consumable, grants: [ProductGrant(gem, 7), ProductGrant("gold", 1)])
    let later = try Catalogs([(-1_000, [gems(100)]), (0, [both])])
    #expect(given.book.due(by: later, decidedAt: day(9)).isEmpty)
    #expect(given.book.grants.map(\.amount) == [100])
  }

  @Test func `a coin that was left behind is made by the catalog that made the other`() throws {
    let both = CatalogProduct(
      "gems", type: .consumable, grants: [ProductGrant(gem, 7), ProductGrant("gold", 1)])
    let catalogs = try Catalogs([(0, [both]), (1, [gems(9)])])
    var given = Given(consumable: "1000")
    given.boughtGems(on: 0.5)
    let due = given.book.due(by: catalogs, decidedAt: day(2))
    #expect(due.map(\.coin) == [gem, "gold"])
    given.record(.chain(.grantMade(due[0])))
    #expect(given.book.due(by: catalogs, decidedAt: day(2)) == [due[1]])
  }

  @Test(
    arguments: [
      ([bert], bert), ([bert, player], player), ([], nil),
    ] as [([AccountReference], AccountReference?)])
  func `a renewal's coins are whose the subscription is by then`(
    owners: [AccountReference], account: AccountReference?
  ) throws {
    let catalogs = try Catalogs(goldMonthly(50))
    var given = Given()
    given.owned()
    given.bought("1", from: 0, to: 30, product: "gold.monthly")
    given.grant(by: catalogs, on: 1)
    given.changed(to: owners, on: 20)
    given.bought("2", from: 30, to: 60, product: "gold.monthly")
    let due = given.book.due(by: catalogs, decidedAt: day(31))
    #expect(due.map(\.transactionID) == ["2"])
    #expect(due.map(\.account) == [account])
    #expect(given.book.statuses.map(\.account) == [player])
  }

  @Test func `what was bought once is the first owner's, priced late as well`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems()
    given.owned()
    given.changed(to: [bert], on: 20)
    let due = given.book.due(by: try Catalogs(gems(100)), decidedAt: day(31))
    #expect(due.map(\.account) == [player])
  }

  @Test func `an unpriced purchase waits until a catalog names it`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems()
    let unaware = try Catalogs([(-9, [goldMonthly(1)])])
    #expect(given.book.unpriced(by: unaware) == ["1000"])
    #expect(given.book.untold(by: GrantTerms(unaware)).isEmpty)
    #expect(amounts(given, by: unaware).isEmpty)
    let aware = try Catalogs([(-9, [goldMonthly(1)]), (30, [gems(40)]), (0, [gems(60)])])
    #expect(
      amounts(given, by: try Catalogs([(-9, [goldMonthly(1)]), (30, [gems(40)])])) == ["1000": 40]
    )
    given.grant(by: try Catalogs([(-9, [goldMonthly(1)]), (30, [gems(40)])]))
    #expect(given.book.unpriced(by: unaware).isEmpty)
    #expect(amounts(given, by: aware).isEmpty)
  }

  @Test func `what a catalog calls another kind is what Apple calls it`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems()
    let mistaken = CatalogProduct("gems", type: .nonConsumable)
    #expect(given.book.unpriced(by: try Catalogs(mistaken)) == ["1000"])
    let mended = try Catalogs([(-9, [mistaken]), (-9, [gems(40)])])
    #expect(amounts(given, by: mended) == ["1000": 40])
    #expect(
      amounts(given, by: try Catalogs([(-9, [gems(40)]), (-5, [mistaken])])) == ["1000": 40])
  }

  @Test(arguments: [0, -1, Int32.max])
  func `an impossible quantity waits for an operator`(quantity: Int32) throws {
    var given = Given(consumable: "1000")
    given.boughtGems(quantity: quantity)
    let catalogs = try Catalogs(gems(Coin.grantMax))
    #expect(amounts(given, by: catalogs).isEmpty)
    #expect(given.book.unpriced(by: catalogs) == ["1000"])
  }

  @Test(arguments: [(Trust.sharedSecret, false), (.receipt, true), (.signed, true)])
  func `an assertion by a shared secret alone grants nothing`(trust: Trust, isDue: Bool) throws {
    var given = Given(consumable: "1000")
    given.boughtGems(trust: trust)
    #expect(amounts(given, by: try Catalogs(gems(1))).isEmpty != isDue)
    #expect(given.book.unpriced(by: Catalogs()).isEmpty != isDue)
  }

  @Test func `a family share grants nothing`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30, ownership: .familyShared)
    #expect(amounts(given, by: try Catalogs(goldMonthly(5))).isEmpty)
  }

  @Test func `each period of a subscription grants once, whatever its copies`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30, reason: "PURCHASE")
    given.bought("2", from: 30, to: 60, reason: "RENEWAL")
    given.bought("2", from: 30, to: 60, reason: "RENEWAL", said: 45)
    #expect(amounts(given, by: try Catalogs(goldMonthly(5))) == ["1": 5, "2": 5])
  }

  @Test(arguments: [(false, 0), (true, 1)])
  func `a trial grants only if the catalog says so`(duringTrial: Bool, count: Int) throws {
    var given = Given()
    given.bought("1", from: 0, to: 7, offer: trial)
    let catalogs = try Catalogs(goldMonthly(5, duringTrial: duringTrial))
    #expect(amounts(given, by: catalogs).count == count)
    #expect(given.book.unpriced(by: catalogs).isEmpty)
  }

  @Test func `a renewal replaced before it began grants nothing`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30, reason: "PURCHASE")
    given.bought("2", from: 30, to: 60, reason: "RENEWAL", said: 29)
    given.grant(by: try Catalogs(goldMonthly(5)))
    given.bought("3", from: 29.5, to: 59.5, reason: "PURCHASE")
    #expect(amounts(given, by: try Catalogs(goldMonthly(5))) == ["3": 5])
    #expect(given.book.statuses(at: day(40)).map(\.takenBack) == [0, 5])
    given.events.removeAll { if case .chain(.grantMade) = $0.event { true } else { false } }
    #expect(amounts(given, by: try Catalogs(goldMonthly(5))) == ["1": 5, "3": 5])
  }

  @Test func `a non-consumable grants once, however often it is restored`() throws {
    var given = Given(consumable: "1000")
    given.type = .nonConsumable
    given.product = "pack"
    given.boughtGems("1000")
    given.boughtGems("2000", on: 50)
    let pack = CatalogProduct("pack", type: .nonConsumable, grants: [ProductGrant(gem, 30)])
    #expect(amounts(given, by: try Catalogs(pack)) == ["1000": 30])
  }

  @Test func `of two decisions on one grant the first in the stream stands`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems()
    let first = given.book.due(by: try Catalogs(gems(1)), decidedAt: day(1))
    let second = given.book.due(by: try Catalogs(gems(2)), decidedAt: day(1))
    for grant in first + second { given.record(.chain(.grantMade(grant))) }
    #expect(given.book.grants == first)
    #expect(given.book(of: given.events.reversed()).grants == first)
  }

  @Test func `coins wait for the first owner of the chain`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems()
    given.grant(by: try Catalogs(gems(1)))
    #expect(given.book.statuses(at: day(1)).map(\.account) == [nil])
    given.owned(on: 3)
    given.owned(by: AccountReference(.production, game, "other"), on: 4)
    #expect(given.book.statuses(at: day(1)).map(\.account) == [player])
  }

  @Test func `a grant stays with the account it was made for`() throws {
    var given = Given(consumable: "1000")
    given.owned()
    given.boughtGems()
    let due = given.book.due(by: try Catalogs(gems(1)), decidedAt: day(1))
    given.events = []
    given.owned(by: AccountReference(.production, game, "other"))
    for grant in due { given.record(.chain(.grantMade(grant))) }
    #expect(given.book.statuses(at: day(1)).map(\.account) == [player])
  }

  @Test func `an id is the same for ever, and differs by each of its parts`() throws {
    let id = GrantID(.production, "2000000123", gem)
    #expect(id.description == "6e1edfe736e3d032ee0a6328afa3bc26")
    #expect(GrantID(id.description) == id)
    let others = [
      GrantID(.sandbox, "2000000123", gem), GrantID(.production, "2000000124", gem),
      GrantID(.production, "2000000123", "gold"),
      GrantID(ChainID("com.example.other", .production, "2000000123"), "2000000123", gem),
    ]
    #expect(Set(others + [id]).count == 5)
  }

  @Test(arguments: ["", "0", String(repeating: "G", count: 32), String(repeating: "A", count: 32)])
  func `what is no id is not read`(text: String) {
    #expect(GrantID(text) == nil)
  }
}
