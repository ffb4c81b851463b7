import AppStoreSimulator
import Foundation
import Testing

struct LivesTests {
  /// 2024-01-01T00:00:00Z.
  private static let start: Int64 = 1_704_067_200_000
  private static let end = start + Int64(731).days

  private func world(
    living ways: [Persona], customers: Int, seed: UInt64 = 1
  ) -> World {
    var world = World(
      of: SimulatedApp(bundleID: "com.example.game", appAppleID: 42), selling: .game, seed: seed,
      from: Self.start)
    world.settle(customers: customers, living: ways, until: Self.end, seed: seed)
    return world
  }

  @Test func `the same seed lives the same lives, another seed others`() throws {
    let worlds = [1, 1, 2].map { (seed: UInt64) -> World in
      var world = world(living: [.mixed], customers: 20, seed: seed)
      world.advance(to: Self.end)
      return world
    }
    let uuids = worlds.map { $0.notifications.map(\.uuid) }
    #expect(uuids[0] == uuids[1])
    #expect(uuids[0] != uuids[2])
    #expect(worlds[0].now == worlds[1].now)
  }

  @Test(arguments: Persona.allCases)
  func `what the store believes of its subscriptions is true at every moment`(
    way: Persona
  ) throws {
    var world = world(living: [way], customers: 12)
    for month in 1...24 {
      world.advance(to: Self.start + Int64(month * 30).days)
      let truth = Truth(world.chronicle)
      for (index, customer) in world.customers.enumerated() {
        let believed = believed(index, in: world)
        let known = truth.customer(customer.name, at: world.now).subscriptions.map {
          "\($0.originalTransactionId) \($0.status.rawValue)"
        }
        #expect(believed.isSubset(of: known), "\(customer.name) in month \(month)")
        #expect(known.count == world.customers[index].subscriptions.count)
      }
    }
  }

  @Test(arguments: [
    (Persona.steady, "DID_RENEW", String?.none), (.trial, "SUBSCRIBED", "INITIAL_BUY"),
    (.promotional, "OFFER_REDEEMED", nil), (.offerCode, "OFFER_REDEEMED", nil),
    (.winBack, "SUBSCRIBED", "RESUBSCRIBE"), (.upgrading, "DID_CHANGE_RENEWAL_PREF", "UPGRADE"),
    (.downgrading, "DID_CHANGE_RENEWAL_PREF", "DOWNGRADE"),
    (.downgrading, "DID_CHANGE_RENEWAL_PREF", nil),
    (.crossgradingNow, "DID_CHANGE_RENEWAL_PREF", "UPGRADE"),
    (.crossgradingLater, "DID_CHANGE_RENEWAL_PREF", "DOWNGRADE"),
    (.canceling, "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED"),
    (.canceling, "EXPIRED", "VOLUNTARY"), (.returning, "SUBSCRIBED", "RESUBSCRIBE"),
    (.failing, "DID_FAIL_TO_RENEW", "GRACE_PERIOD"), (.failing, "GRACE_PERIOD_EXPIRED", nil),
    (.failing, "EXPIRED", "BILLING_RETRY"), (.recovering, "DID_RENEW", "BILLING_RECOVERY"),
    (.consenting, "PRICE_INCREASE", "PENDING"), (.consenting, "PRICE_INCREASE", "ACCEPTED"),
    (.rejectingPrice, "EXPIRED", "PRICE_INCREASE"), (.refunded, "REFUND", nil),
    (.partlyRefunded, "REFUND", nil), (.reversed, "REFUND_REVERSED", nil),
    (.askingForRefund, "CONSUMPTION_REQUEST", nil), (.askingForRefund, "REFUND_DECLINED", nil),
    (.family, "SUBSCRIBED", "INITIAL_BUY"), (.leavingFamily, "REVOKE", nil),
    (.extended, "RENEWAL_EXTENDED", nil), (.collecting, "ONE_TIME_CHARGE", nil),
    (.owning, "ONE_TIME_CHARGE", nil), (.child, "ONE_TIME_CHARGE", nil),
    (.child, "SUBSCRIBED", "INITIAL_BUY"), (.committed, "DID_RENEW", nil),
    (.committedFailing, "DID_FAIL_TO_RENEW", nil), (.mixed, "RENEWAL_EXTENSION", "SUMMARY"),
    (.mixed, "A_TYPE_OF_TOMORROW", nil), (.restoring, "ONE_TIME_CHARGE", nil),
    (.restoring, "REFUND", nil), (.seasonal, "REFUND", nil),
  ])
  func `each persona lives its life, and Apple reports it`(
    way: Persona, type: String, subtype: String?
  ) {
    var world = world(living: [way], customers: 40)
    world.advance(to: Self.end)
    let told = world.notifications.count { $0.type == type && $0.subtype == subtype }
    #expect(told >= (way == .mixed ? 1 : 5), "\(told) of \(type)/\(subtype ?? "")")
  }

  @Test func `offers, plans, ownership and refunds of every kind are met`() {
    var world = world(living: Persona.allCases, customers: 300)
    world.advance(to: Self.end)
    let contents = world.transactions.map(\.content)
    #expect(Set(contents.compactMap(\.offerType)) == [1, 2, 3, 4])
    #expect(
      Set(contents.compactMap(\.offerDiscountType)) == [
        "FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT",
      ])
    #expect(Set(contents.map(\.type)).count == 4)
    #expect(Set(contents.map(\.inAppOwnershipType)) == ["PURCHASED", "FAMILY_SHARED"])
    #expect(
      Set(contents.compactMap(\.revocationType)) == [
        "REFUND_FULL", "REFUND_PRORATED", "FAMILY_REVOKE",
      ])
    #expect(contents.contains { $0.commitmentInfo?.billingPeriodNumber == 12 })
    #expect(contents.contains { $0.quantity ?? 1 > 1 })
    #expect(contents.contains { $0.isUpgraded == true })
  }

  @Test func `whoever waits for a guardian no more lives at their own pace again`() {
    var world = world(living: [.child], customers: 20)
    world.advance(to: Self.end)
    let commands = world.transactions.count { !$0.isFamilyShared }
    #expect((40...4_000).contains(commands), "\(commands) in two years")
    #expect(world.customers.count < 100)
  }

  @Test func `whoever settles later has a developer too, and the first ones' games go on`() {
    var world = world(living: [.consenting], customers: 20)
    world.advance(to: Self.end)
    let before = world.notifications.count { $0.type == "PRICE_INCREASE" }
    let later = Self.end + Int64(731).days
    world.settle(customers: 20, living: [.consenting], until: later, seed: 9)
    world.advance(to: later)
    #expect(before > 0)
    #expect(world.notifications.count { $0.type == "PRICE_INCREASE" } > before)
    let posts = Dictionary(grouping: world.requests, by: \.account)
    let first = world.customers.prefix(20).filter { $0.appAccountToken == nil }
    #expect(first.allSatisfy { posts[$0.name]?.count == $0.transactions.count })
  }

  /// Returns the store's status of each subscription that is not charged ahead.
  private func believed(_ customer: Int, in world: World) -> Set<String> {
    let settled = world.customers[customer].subscriptions.map { world.subscriptions[$0] }.filter {
      world.transactions[$0.latest].content.purchaseDate <= world.now
    }
    return Set(
      settled.map {
        "\(world.transactions[$0.latest].content.originalTransactionId) \($0.status)"
      })
  }
}
