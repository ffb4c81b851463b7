import AppStoreSimulator
import Testing

/// The rarer cases that random lives meet, each counted, so that a drill of lives is known to meet them.
struct LivesCaseTests {
  /// 2024-01-01T00:00:00Z.
  private static let start: Int64 = 1_704_067_200_000
  private static let end = start + Int64(731).days

  private static func lived(_ ways: [Persona], customers: Int = 40) -> World {
    var world = World(
      of: SimulatedApp(bundleID: "com.example.game", appAppleID: 42), selling: .game, seed: 1,
      from: start)
    world.settle(customers: customers, living: ways, until: end, seed: 1)
    world.advance(to: end)
    return world
  }

  @Test func `non-consumables have several ids, are refunded under any and bought again`() {
    let world = Self.lived([.restoring])
    let all = world.transactions.filter { $0.content.type == Product.Kind.nonConsumable.rawValue }
    let copies = all.filter { $0.copyOf != nil }
    let refundedCopies = Set(copies.filter(\.isRevoked).map(\.id))
    #expect(copies.count >= 20)
    #expect(copies.contains { !$0.isRevoked })
    let told = Set(
      world.notifications.filter { $0.type == "REFUND" }.compactMap(\.transaction?.transactionId))
    #expect(!told.isDisjoint(with: refundedCopies))
    let again = all.filter {
      $0.copyOf == nil && $0.content.originalTransactionId != $0.id && !$0.isFamilyShared
    }
    #expect(again.count >= 3)
    let fresh = Dictionary(grouping: all.filter { $0.copyOf == nil && !$0.isFamilyShared }) {
      "\($0.customer) \($0.content.productId)"
    }
    #expect(
      fresh.values.contains { Set($0.map(\.content.originalTransactionId)).count > 1 })
  }

  @Test func `the games of many customers post under further ids, with and without a restore`() {
    let world = Self.lived([.restoring])
    let copies = world.restoredCopies
    let posts = world.requests.compactMap { request -> Bool? in
      guard case .post(let transactions, _, let isRestore) = request.action,
        transactions.contains(where: { copies[$0.transactionId] != nil })
      else { return nil }
      return isRestore
    }
    #expect(posts.count { $0 } >= 3)
    #expect(posts.count { !$0 } >= 10)
  }

  @Test func `passes are bought by one, two and three, and returned in part`() {
    let passes = Self.lived([.seasonal]).transactions.map(\.content)
    #expect(Set(passes.map(\.quantity)) == [1, 2, 3])
    let returned = passes.filter { $0.revocationPercentage.map { $0 < 100_000 } ?? false }
    #expect(Set(returned.map(\.quantity)) == [1, 2, 3])
  }

  /// A kind of refund, or the end of a family share, after which the same thing is bought again.
  private enum Loss: Hashable, CaseIterable {
    case all, part, partUntold, share
  }

  @Test(arguments: Loss.allCases)
  private func `the same is bought again after every kind of refund`(loss: Loss) {
    let world = Self.lived([.buyingAgain, .leavingFamily], customers: 60)
    func subject(_ content: SignableTransaction) -> String {
      content.subscriptionGroupIdentifier ?? content.productId
    }
    let lost = world.transactions.filter { transaction in
      switch (transaction.content.revocationType, transaction.content.revocationPercentage) {
      case ("REFUND_FULL", _): loss == .all
      case ("REFUND_PRORATED", nil): loss == .partUntold
      case ("REFUND_PRORATED", _): loss == .part
      case ("FAMILY_REVOKE", _): loss == .share
      default: false
      }
    }
    let again = lost.count { lost in
      world.transactions.contains { later in
        later.customer == lost.customer && !later.isFamilyShared && later.copyOf == nil
          && subject(later.content) == subject(lost.content)
          && later.content.purchaseDate >= lost.content.revocationDate ?? .max
      }
    }
    #expect(again >= 3, "\(again) of \(lost.count)")
  }

  @Test func `one chain has two currencies where its customer moved`() {
    let world = Self.lived([.moving])
    let periods = world.transactions.map(\.content).filter { $0.expiresDate != nil }
    let currencies = Dictionary(grouping: periods, by: \.originalTransactionId).mapValues {
      Set($0.compactMap(\.currency))
    }
    #expect(currencies.values.count { $0.count > 1 } >= 10)
    let countries = Dictionary(grouping: periods, by: \.currency).mapValues {
      Set($0.compactMap(\.storefront)).count
    }
    #expect(countries.values.allSatisfy { $0 == 1 })
  }

  @Test func `prices rise and fall during the lives, those of things too`() {
    let world = Self.lived([.mixed])
    let things = world.transactions.map(\.content).filter { content in
      content.currency == "USD" && content.expiresDate == nil && content.price != nil
    }
    let prices = Dictionary(grouping: things, by: \.productId).mapValues { things in
      things.map { thing -> Int64 in (thing.price ?? 0) / Int64(thing.quantity ?? 1) }
    }
    let steps = prices.values.flatMap { prices in zip(prices, prices.dropFirst()) }
    #expect(steps.count { $0.0 < $0.1 } >= 3)
    #expect(steps.count { $0.0 > $0.1 } >= 3)
  }

  /// The catalog's period of a plan that is billed by the month is a year.
  @Test func `a commitment of a yearly product is billed by the month`() throws {
    let world = Self.lived([.committed])
    let product = try #require(world.catalog["com.example.game.pro.yearly"])
    #expect(product.plan?.period.iso8601 == "P1Y")
    let months = world.transactions.map(\.content).filter {
      $0.productId == product.id && $0.billingPlanType == "MONTHLY"
    }
    #expect(months.count >= 50)
    #expect(months.allSatisfy { ($0.expiresDate ?? .max) - $0.purchaseDate < Int64(32).days })
  }

  @Test func `graces are told with their end, without it and with it once`() {
    let world = Self.lived([.mixed, .failing], customers: 200)
    let graces = Dictionary(
      grouping: world.notifications.filter { $0.status == 4 }.compactMap(\.renewal)
    ) { "\($0.originalTransactionId) \($0.renewalDate ?? 0)" }
    let told = graces.values.map { $0.map { $0.gracePeriodExpiresDate != nil } }
    #expect(told.count { $0.allSatisfy(\.self) } >= 5)
    #expect(told.count { !$0.contains(true) } >= 5)
    #expect(told.contains { $0.first == true && $0.contains(false) })
    let untold = world.chronicle.count {
      if case .graced(_, _, let isEndTold) = $0.event { !isEndTold } else { false }
    }
    #expect(untold == told.count { !$0.contains(true) })
  }

  @Test func `later copies leave fields out, and the first tells everything`() throws {
    let world = Self.lived([.mixed, .sharingDevice, .trial, .promotional], customers: 120)
    let told = Dictionary(
      grouping: world.notifications.compactMap(\.transaction), by: \.transactionId)
    var missing: [String: Int] = [:]
    for (id, copies) in told {
      let whole = world.transactions[try world.transaction(id)].content
      let first = copies[0]
      #expect(first.price == whole.price && first.currency == whole.currency)
      #expect(first.storefront != nil && first.storefrontId != nil && first.quantity != nil)
      #expect(first.offerType == whole.offerType && first.offerPeriod == whole.offerPeriod)
      #expect(first.webOrderLineItemId == whole.webOrderLineItemId)
      #expect(first.transactionReason != nil && first.appTransactionId != nil)
      for copy in copies.dropFirst() {
        func count(_ name: String, _ isLost: Bool) { if isLost { missing[name, default: 0] += 1 } }
        count("price", copy.price == nil && whole.price != nil)
        count("price alone", copy.price == nil && copy.currency != nil && whole.price != nil)
        count("storefront alone", copy.storefront == nil && copy.storefrontId != nil)
        count("storefront's id", copy.storefront != nil && copy.storefrontId == nil)
        count("offer", copy.offerType == nil && whole.offerType != nil)
        count("part of an offer", copy.offerType != nil && copy.offerPeriod == nil)
        count("reason", copy.transactionReason == nil)
        count("customer", copy.appTransactionId == nil)
        count("token", copy.appAccountToken == nil && whole.appAccountToken != nil)
        count("line item", copy.webOrderLineItemId == nil && whole.webOrderLineItemId != nil)
        count("line item 0", copy.webOrderLineItemId == "0")
        #expect(copy.quantity == whole.quantity)
      }
    }
    #expect(missing.count == 11, "\(missing)")
    #expect(missing.values.allSatisfy { $0 >= 3 }, "\(missing)")
    let posted = world.requests.flatMap(\.transactions)
    #expect(posted.contains { $0.quantity == nil } && posted.contains { $0.price == nil })
  }
}
