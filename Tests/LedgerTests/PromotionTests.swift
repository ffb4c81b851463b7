import Foundation
import Ledger
import TestSupport
import Testing

/// Promotional entitlements: 1 January is day 0.
struct PromotionTests {
  private static let gold = PromotedThing.product("gold.monthly", .autoRenewable)

  private static func granted(
    _ thing: PromotedThing = gold, from start: Double = 1, until end: Double = 31, id: Int = 1
  ) -> LedgerEvent {
    .account(
      .promotionGranted(
        PromotionGranted(
          environment: .production, bundleID: game, account: player, id: Self.id(id), thing: thing,
          until: day(end), author: ActAuthor(name: "eve"), reason: "outage", grantedAt: day(start)))
    )
  }

  private static func withdrawn(on number: Double, id: Int = 1) -> LedgerEvent {
    .account(
      .promotionWithdrawn(
        PromotionWithdrawn(
          environment: .production, bundleID: game, account: player, id: Self.id(id),
          author: ActAuthor(name: "eve"), reason: "mistake", withdrawnAt: day(number))))
  }

  private static let erased = LedgerEvent.account(
    .accountErased(
      AccountErased(
        environment: .production, bundleID: game, account: player, chains: [], erasedAt: day(9))))

  private static func id(_ number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
  }

  private static func recorded(_ events: [LedgerEvent]) -> [RecordedEvent] {
    events.enumerated().map { index, event in
      RecordedEvent(
        id: EventID(lane: 2, position: Int64(index + 1)), recordedAt: event.assertedAt,
        event: event, evidence: nil)
    }
  }

  private static func entitlements(
    _ events: [LedgerEvent], on number: Double, catalogs: Catalogs = Catalogs()
  ) -> [Entitlement] {
    Entitlements.evaluate(
      [], at: day(number), catalogs: catalogs,
      promotions: AccountPromotions(Promotion.all(in: recorded(events)), in: game, .production))
  }

  @Test(arguments: [(0.9, 0), (1, 1), (30.9, 1), (31, 0)])
  func `a promotion entitles from its grant until before its end`(number: Double, count: Int) {
    #expect(Self.entitlements([Self.granted()], on: number).count == count)
  }

  @Test(arguments: [(4.9, 1), (5, 0), (6, 0)])
  func `a withdrawal ends it, the first one if there are two`(number: Double, count: Int) {
    let events = [Self.granted(), Self.withdrawn(on: 5), Self.withdrawn(on: 6)]
    #expect(Self.entitlements(events, on: number).count == count)
  }

  @Test func `an erasure ends what was given before it, and nothing that is given later`() {
    let events = [Self.granted(), Self.erased, Self.granted(from: 10, id: 2)]
    #expect(Self.entitlements(events, on: 9).isEmpty)
    let later = Self.entitlements(events, on: 10)
    #expect(later.map(\.because) == [[EventID(lane: 2, position: 3)]])
  }

  @Test func `it is told with the catalog's group, level and names, and without Apple's word`()
    throws
  {
    let listed = CatalogProduct(
      "gold.monthly", type: .autoRenewable, subscriptionGroupID: "gold", level: 1,
      unlocks: ["pro", "no_ads"])
    let catalogs = try Catalogs([(0, [listed])])
    let told = try #require(
      Self.entitlements([Self.granted()], on: 2, catalogs: catalogs).first)
    #expect(told.productID == "gold.monthly" && told.type == .autoRenewable)
    #expect(told.ownership == .promotional && told.state == .active)
    #expect(told.subscriptionGroupID == "gold" && told.level == 1)
    #expect(told.unlocks == ["pro", "no_ads"])
    #expect(told.startsAt == day(1) && told.expiresAt == day(31) && told.confirmedAt == day(1))
    #expect(told.willRenew == nil && !told.renewalOverdue && !told.isUncertain)
    #expect(told.transactionID == "00000000-0000-0000-0000-000000000001")
    let named = try #require(
      Self.entitlements([Self.granted(.name("pro"))], on: 2, catalogs: catalogs).first)
    #expect(named.productID == "pro" && named.unlocks == ["pro"] && named.type == .nonRenewing)
    #expect(named.subscriptionGroupID == nil && named.level == nil)
  }

  @Test func `the same until the same moment stands until it is withdrawn`() {
    var book = PromotionBook()
    book.evolve(with: Self.granted())
    #expect(book.standing(Self.gold, until: day(31))?.granted.id == Self.id(1))
    #expect(book.standing(Self.gold, until: day(32)) == nil)
    #expect(book.standing(.name("gold.monthly"), until: day(31)) == nil)
    book.evolve(with: Self.withdrawn(on: 5))
    #expect(book.standing(Self.gold, until: day(31)) == nil)
    #expect(book[Self.id(1)]?.withdrawn?.reason == "mistake")
    book.evolve(with: Self.erased)
    #expect(book[Self.id(1)] == nil)
  }
}
