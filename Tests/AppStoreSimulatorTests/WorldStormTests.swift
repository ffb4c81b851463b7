import AppStoreSimulator
import Testing

/// Anybody wishes anything at any time.
@Suite struct WorldStormTests {
  private static let people = 8

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `no wish at any moment breaks the world`(seed: UInt64) throws {
    var storm = try Storm(seed: seed, people: Self.people)
    for round in 1...60 {
      for _ in 0..<20 { storm.step() }
      if round.isMultiple(of: 5) { storm.checkStandings("seed \(seed), round \(round)") }
    }
    storm.checkOrder()
    storm.checkPeriods()
    #expect(storm.story.world.notifications.count > 300)
  }
}

/// Thousands of wishes by a handful of people, most of them refused.
private struct Storm {
  var story: WorldStory
  private var random: SplitMix64
  private let people: Int
  private var approvals: [String] = []

  init(seed: UInt64, people: Int) throws {
    story = try WorldStory(from: "2024-01-30", seed: seed)
    random = SplitMix64(seed: seed &* 77)
    self.people = people
    for number in 1..<people { try story.world.addCustomer("person \(number)") }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  mutating func step() {
    let customer = number(0...people - 1)
    do {
      switch number(0...9) {
      case 0...2: try wishOfPurchase(by: customer)
      case 3...4: try wishOfSubscription(number(0...max(0, story.world.subscriptions.count - 1)))
      case 5: try wishOfMoney(number(0...max(0, story.world.transactions.count - 1)))
      case 6: try wishOfFamily(customer, number(0...people - 1))
      case 7: try wishOfDeveloper()
      case 8: change(customer)
      default: pass()
      }
    } catch {
      return  // refused, as most of it is
    }
  }

  private mutating func pass() {
    switch number(0...5) {
    case 0: story.world.advance(to: story.world.nextEvent ?? story.world.now)
    case 1: story.world.advance(to: (story.world.nextEvent ?? story.world.now) - 1)
    case 2: story.pass(hours: Int64(number(1...30)))
    case 3: story.pass(days: Int64(number(1...70)))
    default: story.pass(days: Int64(number(1...12)))
    }
  }

  private mutating func wishOfPurchase(by customer: Int) throws {
    guard let product = story.world.catalogue.products.randomElement(using: &random) else { return }
    var wish = PurchaseWish(product.id)
    wish.quantity = number(1...2)
    if number(0...3) == 0 { wish.billing = .monthly }
    if number(0...2) == 0, let offer = product.plan?.offers.randomElement(using: &random) {
      wish.offer = offer.id.map { .named($0) } ?? .introductory
    }
    if product.kind != .consumable { wish.quantity = 1 }
    if case .waiting(let id) = try story.world.buy(wish, by: customer) { approvals.append(id) }
  }

  private mutating func wishOfSubscription(_ index: Int) throws {
    guard story.world.subscriptions.indices.contains(index) else { return }
    switch number(0...4) {
    case 0: try story.world.cancel(index)
    case 1: try story.world.resume(index)
    case 2: try story.world.withdrawChange(index)
    case 3: try story.world.consent(index)
    default: _ = try story.world.extend(index, by: Int64(number(1...90)))
    }
  }

  private mutating func wishOfMoney(_ index: Int) throws {
    guard story.world.transactions.indices.contains(index) else { return }
    switch number(0...4) {
    case 0: try story.world.requestRefund(of: index)
    case 1: try story.world.refund(index, share: nil)
    case 2: try story.world.refund(index, share: 100_000)
    case 3: try story.world.refund(story.world.transactions.count - 1, share: 100_000)
    default:
      let refunded = story.world.transactions.indices.filter {
        story.world.transactions[$0].isRevoked
      }
      if let one = refunded.randomElement(using: &random) { try story.world.reverseRefund(one) }
    }
  }

  private mutating func wishOfFamily(_ member: Int, _ purchaser: Int) throws {
    if number(0...2) == 0 { return try story.world.leaveFamily(member) }
    try story.world.join(member, to: purchaser)
  }

  private mutating func wishOfDeveloper() throws {
    guard let product = story.world.catalogue.products.randomElement(using: &random) else { return }
    switch number(0...9) {
    case 0...3:
      let price = max(10, product.priceMilliunits * Int64(number(70...140)) / 100)
      try story.world.changePrice(of: product.id, to: price, consentRequired: number(0...1) == 0)
    case 4...5:
      try story.world.extendEveryone(
        of: product.id, by: Int64(number(1...90)), storefronts: nil,
        requestIdentifier: "\(story.world.now)")
    case 6: story.world.app.graceDays = [3, 16, 28, nil].randomElement(using: &random) ?? nil
    case 7: story.world.app.gracesFirstCharge.toggle()
    case 8 where number(0...30) == 0: try story.world.withdraw(product.id)
    default: story.world.tell("A_TYPE_OF_TOMORROW")
    }
  }

  private mutating func change(_ customer: Int) {
    switch number(0...6) {
    case 0...1: story.world.breakCard(of: customer)
    case 2...3: story.world.mendCard(of: customer)
    case 4: story.world.change(customer) { $0.asksToBuy.toggle() }
    case 5: story.world.post(max(0, story.latest(of: customer)), to: "somebody")
    default:
      guard let approval = approvals.popLast() else { return }
      // A refusal is as good an answer as any.
      _ = try? story.world.approve(approval)
    }
  }

  /// What the store believes is what truly is, but for what was charged ahead.
  mutating func checkStandings(_ comment: Comment) {
    story.world.advance(to: story.world.now)
    let truth = Truth(story.world.chronicle)
    for customer in story.world.customers {
      let standings = truth.customer(customer.name, at: story.world.now).standings
      let known = Dictionary(
        uniqueKeysWithValues: standings.map { ($0.originalTransactionId, $0.status.rawValue) })
      for subscription in customer.subscriptions.map({ story.world.subscriptions[$0] }) {
        let latest = story.world.transactions[subscription.latest].content
        guard latest.purchaseDate <= story.world.now else { continue }
        #expect(
          known[latest.originalTransactionId] == "\(subscription.standing)", comment)
      }
    }
  }

  func checkOrder() {
    let dates = story.world.notifications.map(\.signedDate)
    #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 })
    let happenings = story.world.chronicle.map(\.at)
    #expect(zip(happenings, happenings.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(Set(story.world.notifications.map(\.uuid)).count == dates.count)
    let items = story.world.transactions.compactMap(\.content.webOrderLineItemId)
    #expect(Set(items).count == items.count)
  }

  /// No moment of one own subscription is sold twice, unless something was replaced or refunded.
  func checkPeriods() {
    let refunded = Set(story.told("REFUND").compactMap(\.transaction?.transactionId))
    let own = story.world.transactions.map(\.content).filter {
      $0.expiresDate != nil && $0.inAppOwnershipType == "PURCHASED" && $0.isUpgraded != true
        && !refunded.contains($0.transactionId)
    }
    for chain in Dictionary(grouping: own, by: \.originalTransactionId).values {
      let periods = chain.sorted { $0.purchaseDate < $1.purchaseDate }
      for (period, next) in zip(periods, periods.dropFirst()) {
        let end = period.expiresDate ?? 0
        #expect(end <= next.purchaseDate, "\(period.transactionId) and \(next.transactionId)")
      }
      for period in periods { #expect(period.purchaseDate < period.expiresDate ?? 0) }
    }
  }
}
