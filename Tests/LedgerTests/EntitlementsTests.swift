import Ledger
import TestSupport
import Testing

struct EntitlementsTests {
  @Test(arguments: [(-0.001, false), (0, true), (29.999, true), (30, false), (31, false)])
  func `a period covers its purchase date and no longer its expiry`(at: Double, granted: Bool) {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    #expect(given.entitlements(on: at).isEmpty != granted)
  }

  @Test func `a live subscription is answered in full`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 1, as: "silver.monthly", renewalDate: 30)
    let catalogs = try Catalogs(goldMonthly(1))
    let answers = Entitlements.evaluate([given.state], at: day(2), catalogs: catalogs)
    let answer = try #require(answers.first)
    #expect(answers.count == 1)
    #expect(answer.productID == "gold.monthly")
    #expect(answer.level == 1)
    #expect(answer.state == .active)
    #expect(answer.startsAt == day(0))
    #expect(answer.expiresAt == day(30))
    #expect(answer.willRenew == true)
    #expect(answer.renewsAs == "silver.monthly")
    #expect(answer.confirmedAt == day(1))
    #expect(!answer.renewalOverdue)
    #expect(answer.because == given.events.map(\.id))
  }

  @Test func `an upgrade replaces the old period from its purchase on`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, product: "silver.monthly", upgraded: true, said: 10)
    given.bought("2", from: 10, to: 40)
    #expect(given.entitlements(on: 9.999).map(\.transactionID) == ["1"])
    #expect(given.entitlements(on: 9.999).map(\.expiresAt) == [day(10)])
    #expect(given.entitlements(on: 10).map(\.transactionID) == ["2"])
  }

  @Test func `an upgrade whose successor is unknown ends when it was asserted`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, upgraded: true, said: 10)
    #expect(given.entitlements(on: 9).count == 1)
    #expect(given.entitlements(on: 10).isEmpty)
  }

  @Test func `a renewal signed ahead and then upgraded away never counts`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, upgraded: true, said: 29.5)
    given.bought("2", from: 30, to: 60, upgraded: true, said: 45)
    given.bought("3", from: 29.5, to: 59.5, product: "platinum.monthly")
    #expect(given.entitlements(on: 29.4).map(\.transactionID) == ["1"])
    #expect(given.entitlements(on: 31).map(\.transactionID) == ["3"])
    #expect(given.entitlements(on: 59.7).isEmpty)
  }

  @Test func `a renewal signed ahead does not start early`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.bought("2", from: 30, to: 60, said: 29)
    #expect(given.entitlements(on: 29.5).map(\.transactionID) == ["1"])
    #expect(given.entitlements(on: 30).map(\.transactionID) == ["2"])
  }

  @Test func `a downgrade is pending until renewal and is seen to be withdrawn`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 5, as: "silver.monthly", renewalDate: 30)
    #expect(given.entitlements(on: 6).map(\.renewsAs) == ["silver.monthly"])
    #expect(given.entitlements(on: 6).map(\.productID) == ["gold.monthly"])
    given.renews(said: 7, as: "gold.monthly", renewalDate: 30)
    #expect(given.entitlements(on: 8).map(\.renewsAs) == ["gold.monthly"])
  }

  @Test(arguments: [
    (29.9, Entitlement.State.active), (30, .gracePeriod), (45.9, .gracePeriod), (46, nil),
  ])
  func `grace gives access until it ends`(at: Double, state: Entitlement.State?) {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 30, renewalDate: 30, grace: 46, retry: true, intent: 2)
    #expect(given.entitlements(on: at).first?.state == state)
  }

  @Test func `grace is remembered after the recovery that ended it`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 30, renewalDate: 30, grace: 46, retry: true, intent: 2)
    given.bought("2", from: 40, to: 60)
    given.renews(said: 40, renewalDate: 60)
    #expect(given.entitlements(on: 35).map(\.state) == [.gracePeriod])
    #expect(given.entitlements(on: 41).map(\.transactionID) == ["2"])
    #expect(given.entitlements(on: 60).isEmpty)
  }

  @Test func `grace that the newest knowledge no longer grants is over`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 30, renewalDate: 30, grace: 46, retry: true, intent: 2)
    given.renews(said: 33, autoRenew: false, renewalDate: 30, intent: 1)
    #expect(given.entitlements(on: 34).isEmpty)
  }

  @Test func `a refund during grace ends the grace`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, revocation: refund(on: 35), said: 35)
    given.renews(said: 30, renewalDate: 30, grace: 46, retry: true, intent: 2)
    #expect(given.entitlements(on: 34).map(\.state) == [.gracePeriod])
    #expect(given.entitlements(on: 35).isEmpty)
  }

  @Test func `billing retry without grace gives nothing`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 30, renewalDate: 30, retry: true, intent: 2)
    #expect(given.entitlements(on: 31).isEmpty)
  }

  @Test(arguments: ["REFUND_FULL", "REFUND_PRORATED", "FAMILY_REVOKE"])
  func `a revocation ends access from its date on`(type: String) {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.bought("1", from: 0, to: 30, revocation: refund(on: 10, type: type), said: 11)
    #expect(given.entitlements(on: 9.999).map(\.expiresAt) == [day(10)])
    #expect(given.entitlements(on: 10).isEmpty)
  }

  @Test func `a reversed revocation gives access back, whatever came first`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.bought("1", from: 0, to: 30, revocation: refund(on: 10), said: 10)
    given.bought("1", from: 0, to: 30, said: 12)
    for events in [given.events, given.events.reversed()] {
      let state = given.fold(events)
      #expect(Entitlements.evaluate([state], at: day(13)).count == 1)
      let history = state.transactions["1"]?.revocationHistory
      let reversal = history?.revocations.first.flatMap { history?.reversal(of: $0) }
      #expect(reversal == day(12))
    }
  }

  @Test(arguments: [(4.9, true), (5, false), (8.9, false), (9, true), (29.9, true), (30, false)])
  func `what was taken back and given again was away meanwhile`(at: Double, granted: Bool) {
    var given = Given()
    given.bought("1", from: 0, to: 30, said: 9)
    given.bought("1", from: 0, to: 30, revocation: refund(on: 5), said: 5)
    #expect(given.entitlements(on: at).isEmpty != granted)
    given.type = .nonConsumable
    given.bought("2", from: 0, to: nil, revocation: refund(on: 5), said: 5)
    given.bought("2", from: 0, to: nil, said: 9)
    #expect(given.entitlements(on: at).contains { $0.transactionID == "2" } == (at < 5 || at >= 9))
  }

  @Test func `a family share stands beside the own purchase and falls alone`() {
    var own = Given()
    own.bought("1", from: 0, to: 30)
    var shared = Given(chain: ChainID(.production, "2000"))
    shared.bought(
      "2", from: 0, to: 30, ownership: .familyShared,
      revocation: refund(on: 10, type: "FAMILY_REVOKE"), said: 10)
    let chains = [shared.state, own.state]
    #expect(
      Entitlements.evaluate(chains, at: day(5)).map(\.ownership) == [.purchased, .familyShared])
    #expect(Entitlements.evaluate(chains, at: day(10)).map(\.ownership) == [.purchased])
  }

  @Test func `a lapse and a return on the same chain leave a gap`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 30, autoRenew: false, renewalDate: 30, intent: 1)
    given.bought("2", from: 73, to: 103)
    #expect(given.entitlements(on: 50).isEmpty)
    #expect(given.entitlements(on: 80).map(\.transactionID) == ["2"])
  }

  @Test func `a non-consumable lasts until it is revoked`() {
    var given = Given(product: "castle", type: .nonConsumable, group: nil)
    given.bought("1", from: 0, to: nil)
    #expect(given.entitlements(on: 5_000).map(\.expiresAt) == [nil])
    given.bought("1", from: 0, to: nil, revocation: refund(on: 20), said: 21)
    #expect(given.entitlements(on: 19).count == 1)
    #expect(given.entitlements(on: 20).isEmpty)
  }

  @Test func `the latest non-renewing subscription of a product stands, also after its time`() {
    var first = Given(product: "season", type: .nonRenewing, group: nil)
    first.bought("1", from: 0, to: nil)
    var second = Given(
      chain: ChainID(.production, "2000"), product: "season", type: .nonRenewing, group: nil)
    second.bought("2", from: 90, to: nil)
    let chains = [first.state, second.state]
    #expect(Entitlements.evaluate(chains, at: day(89)).map(\.transactionID) == ["1"])
    #expect(Entitlements.evaluate(chains, at: day(900)).map(\.transactionID) == ["2"])
  }

  @Test func `a consumable is never an entitlement`() {
    var given = Given(product: "gems", type: .consumable, group: nil)
    given.bought("1", from: 0, to: nil)
    #expect(given.entitlements(on: 1).isEmpty)
  }

  /// Returns a catalog in which the order by name is not the order by level.
  private func levels() throws -> Catalogs {
    let products = [("silver", 1), ("gold", 2)].map { name, level in
      CatalogProduct(
        ProductID(name), type: .autoRenewable, subscriptionGroupID: "pro", level: level)
    }
    return try Catalogs([(-1_000, products)])
  }

  @Test(arguments: ["pro", nil] as [SubscriptionGroupID?])
  func `the highest level of a group comes first, whoever names the group`(
    group: SubscriptionGroupID?
  ) throws {
    var silver = Given(chain: ChainID(.production, "1"), product: "silver", group: group)
    silver.bought("1", from: 0, to: 30)
    var gold = Given(chain: ChainID(.production, "2"), product: "gold", group: "pro")
    gold.bought("2", from: 0, to: 30)
    let catalogs = try levels()
    let answers = Entitlements.evaluate(
      [gold.state, silver.state], at: day(1), catalogs: catalogs)
    #expect(answers.map(\.productID) == ["silver", "gold"])
    #expect(answers.map(\.subscriptionGroupID) == ["pro", "pro"])
    #expect(answers.map(\.level) == [1, 2])
  }

  @Test func `what no catalog lists comes after what has a level, and keeps Apple's group`()
    throws
  {
    var old = Given(chain: ChainID(.production, "1"), product: "bronze", group: "pro")
    old.bought("1", from: 0, to: 30)
    var gold = Given(chain: ChainID(.production, "2"), product: "gold", group: "pro")
    gold.bought("2", from: 0, to: 30)
    let catalogs = try levels()
    let answers = Entitlements.evaluate(
      [old.state, gold.state], at: day(1), catalogs: catalogs)
    #expect(answers.map(\.productID) == ["gold", "bronze"])
    #expect(answers.map(\.level) == [2, nil])
  }
}
