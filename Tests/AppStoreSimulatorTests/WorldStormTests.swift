import AppStoreSimulator
import Testing

/// Commands of every kind at any time.
struct WorldStormTests {
  private static let people = 8

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `no command at any moment breaks the world`(seed: UInt64) throws {
    var storm = try Storm(seed: seed, people: Self.people)
    for round in 1...60 {
      for _ in 0..<20 { storm.step() }
      if round.isMultiple(of: 5) { storm.checkStatuses("seed \(seed), round \(round)") }
    }
    storm.checkOrder()
    storm.checkPeriods()
    #expect(storm.scenario.world.notifications.count > 300)
  }
}

/// A storm of thousands of commands by a handful of people, most of them rejected.
private struct Storm {
  var scenario: WorldScenario
  private var random: SplitMix64
  private let people: Int
  private var approvals: [String] = []

  init(seed: UInt64, people: Int) throws {
    scenario = try WorldScenario(from: "2024-01-30", seed: seed)
    random = SplitMix64(seed: seed &* 77)
    self.people = people
    for number in 1..<people { try scenario.world.addCustomer("person \(number)") }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  mutating func step() {
    let customer = number(0...people - 1)
    do {
      switch number(0...9) {
      case 0...2: try commandOfPurchase(by: customer)
      case 3...4:
        try commandOfSubscription(number(0...max(0, scenario.world.subscriptions.count - 1)))
      case 5: try commandOfMoney(number(0...max(0, scenario.world.transactions.count - 1)))
      case 6: try commandOfFamily(customer, number(0...people - 1))
      case 7: try commandOfDeveloper()
      case 8: change(customer)
      default: pass()
      }
    } catch {
      return  // rejected, as most of it is
    }
  }

  private mutating func pass() {
    switch number(0...5) {
    case 0: scenario.world.advance(to: scenario.world.nextEvent ?? scenario.world.now)
    case 1: scenario.world.advance(to: (scenario.world.nextEvent ?? scenario.world.now) - 1)
    case 2: scenario.pass(hours: Int64(number(1...30)))
    case 3: scenario.pass(days: Int64(number(1...70)))
    default: scenario.pass(days: Int64(number(1...12)))
    }
  }

  private mutating func commandOfPurchase(by customer: Int) throws {
    guard let product = scenario.world.catalog.products.randomElement(using: &random) else {
      return
    }
    var command = PurchaseCommand(product.id)
    command.quantity = number(1...2)
    if number(0...3) == 0 { command.billing = .monthly }
    if number(0...2) == 0, let offer = product.plan?.offers.randomElement(using: &random) {
      command.offer = offer.id.map { .named($0) } ?? .introductory
    }
    if product.kind != .consumable { command.quantity = 1 }
    if case .waiting(let id) = try scenario.world.buy(command, by: customer) {
      approvals.append(id)
    }
  }

  private mutating func commandOfSubscription(_ index: Int) throws {
    guard scenario.world.subscriptions.indices.contains(index) else { return }
    switch number(0...4) {
    case 0: try scenario.world.cancel(index)
    case 1: try scenario.world.resume(index)
    case 2: try scenario.world.withdrawChange(index)
    case 3: try scenario.world.consent(index)
    default: _ = try scenario.world.extend(index, by: Int64(number(1...90)))
    }
  }

  private mutating func commandOfMoney(_ index: Int) throws {
    guard scenario.world.transactions.indices.contains(index) else { return }
    switch number(0...4) {
    case 0: try scenario.world.requestRefund(of: index)
    case 1: try scenario.world.refund(index, share: nil)
    case 2: try scenario.world.refund(index, share: 100_000)
    case 3: try scenario.world.refund(scenario.world.transactions.count - 1, share: 100_000)
    default:
      let refunded = scenario.world.transactions.indices.filter {
        scenario.world.transactions[$0].isRevoked
      }
      if let one = refunded.randomElement(using: &random) { try scenario.world.reverseRefund(one) }
    }
  }

  private mutating func commandOfFamily(_ member: Int, _ purchaser: Int) throws {
    if number(0...2) == 0 { return try scenario.world.leaveFamily(member) }
    try scenario.world.join(member, to: purchaser)
  }

  private mutating func commandOfDeveloper() throws {
    guard let product = scenario.world.catalog.products.randomElement(using: &random) else {
      return
    }
    switch number(0...9) {
    case 0...3:
      let price = max(10, product.priceMilliunits * Int64(number(70...140)) / 100)
      try scenario.world.changePrice(of: product.id, to: price, consentRequired: number(0...1) == 0)
    case 4...5:
      try scenario.world.extendEveryone(
        of: product.id, by: Int64(number(1...90)), storefronts: nil,
        requestIdentifier: "\(scenario.world.now)")
    case 6: scenario.world.app.graceDays = [3, 16, 28, nil].randomElement(using: &random) ?? nil
    case 7: scenario.world.app.gracesFirstCharge.toggle()
    case 8 where number(0...30) == 0: try scenario.world.withdraw(product.id)
    default: scenario.world.tell("A_TYPE_OF_TOMORROW")
    }
  }

  private mutating func change(_ customer: Int) {
    switch number(0...6) {
    case 0...1: scenario.world.breakCard(of: customer)
    case 2...3: scenario.world.mendCard(of: customer)
    case 4: scenario.world.change(customer) { $0.asksToBuy.toggle() }
    case 5: scenario.world.post(max(0, scenario.latest(of: customer)), to: "somebody")
    default:
      guard let approval = approvals.popLast() else { return }
      // A rejection is as good an answer as any.
      _ = try? scenario.world.approve(approval)
    }
  }

  /// Checks that the store's status of each subscription is the true one, apart from renewals
  /// charged ahead.
  mutating func checkStatuses(_ comment: Comment) {
    scenario.world.advance(to: scenario.world.now)
    let truth = Truth(scenario.world.chronicle)
    for customer in scenario.world.customers {
      let statuses = truth.customer(customer.name, at: scenario.world.now).subscriptions
      let known = Dictionary(
        uniqueKeysWithValues: statuses.map { ($0.originalTransactionId, $0.status.rawValue) })
      for subscription in customer.subscriptions.map({ scenario.world.subscriptions[$0] }) {
        let latest = scenario.world.transactions[subscription.latest].content
        guard latest.purchaseDate <= scenario.world.now else { continue }
        #expect(
          known[latest.originalTransactionId] == "\(subscription.status)", comment)
      }
    }
  }

  func checkOrder() {
    let dates = scenario.world.notifications.map(\.signedDate)
    #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 })
    let happenings = scenario.world.chronicle.map(\.at)
    #expect(zip(happenings, happenings.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(Set(scenario.world.notifications.map(\.uuid)).count == dates.count)
    let items = scenario.world.transactions.compactMap(\.content.webOrderLineItemId)
    #expect(Set(items).count == items.count)
  }

  /// Checks that no moment of one own subscription is sold twice, unless something was replaced or
  /// refunded.
  func checkPeriods() {
    let refunded = Set(scenario.told("REFUND").compactMap(\.transaction?.transactionId))
    let own = scenario.world.transactions.map(\.content).filter {
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
