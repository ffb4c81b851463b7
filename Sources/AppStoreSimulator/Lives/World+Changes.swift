/// Changes of plan, of money and of family, by those who live by themselves.
extension World {
  mutating func change(_ deed: Deed, as customer: Int) throws(StoreRefusal) {
    let index = try someSubscription(of: customer) { $0.standing == .active }
    if case .withdrawChange = deed { return try withdrawChange(index) }
    guard let plan = subscriptions[index].product.plan else { throw .noSubscription }
    let present = subscriptions[index].product.id
    let choices = catalogue.products.filter {
      guard let other = $0.plan, other.group == plan.group, $0.id != present else { return false }
      return switch deed {
      case .upgrade: other.level < plan.level
      case .downgrade: other.level > plan.level
      case .crossgradeNow: other.level == plan.level && other.period == plan.period
      default: other.level == plan.level && other.period != plan.period
      }
    }
    guard let product = population?.chance.one(of: choices) else { throw .samePlan }
    _ = try buy(PurchaseWish(product.id), by: customer)
  }

  mutating func moveMoney(_ deed: Deed, as customer: Int) throws(StoreRefusal) {
    let own = customers[customer].transactions.filter { !transactions[$0].isFamilyShared }
    let isReversal = if case .reverseRefund = deed { true } else { false }
    let fitting = own.filter { transactions[$0].isRevoked == isReversal }
    guard let latest = fitting.last, let any = population?.chance.one(of: fitting) else {
      throw .notRefundable
    }
    switch deed {
    case .askForRefund: try requestRefund(of: latest)
    case .refundPart: try refund(latest, share: nil)
    case .refundEarlier: try refund(any, share: World.wholeShare)
    case .reverseRefund: try reverseRefund(any)
    default: try refund(latest, share: World.wholeShare)
    }
  }

  /// Families have up to six people; the game of a member posts what it sees.
  mutating func addMember(to customer: Int) throws(StoreRefusal) {
    guard customers[customer].family.count < 5,
      !customers.contains(where: { $0.family.contains(customer) }),
      let member = newCustomer(living: .steady, posts: true)
    else { throw .notShareable }
    try join(member, to: customer)
    openGame(of: member)
    planWhim(of: member)
  }

  mutating func removeMember(of customer: Int) throws(StoreRefusal) {
    guard let member = population?.chance.one(of: customers[customer].family) else {
      throw .notShareable
    }
    try leaveFamily(member)
  }

  /// What the developer does to all customers.
  mutating func develop() {
    defer { agenda.plan(.whim(.developer), at: now + Int64(45).days) }
    guard let population else { return }
    let isMixed = population.ways.contains(.mixed)
    if isMixed || population.ways.contains(where: { $0 == .consenting || $0 == .refusingPrice }) {
      raiseSomePrice()
    }
    guard isMixed else { return }
    app.graceDays = self.population?.chance.one(of: [3, 16, 28, nil]) ?? nil
    app.gracesFirstCharge = self.population?.chance.happens(percent: 50) ?? true
    tell("A_TYPE_OF_TOMORROW")
    giveEveryoneDays()
  }

  /// What costs a thousand units of money or more gets no dearer.
  private static let dear: Int64 = 1_000_000

  private mutating func raiseSomePrice() {
    let plans = catalogue.products.filter { $0.plan != nil && $0.priceMilliunits < Self.dear }
    guard let product = population?.chance.one(of: plans),
      let needsConsent = population?.chance.happens(percent: 60)
    else { return }
    // The catalogue has the product: nothing is refused.
    try? changePrice(
      of: product.id, to: product.priceMilliunits * 11 / 10, consentRequired: needsConsent)
  }

  private mutating func giveEveryoneDays() {
    guard population?.chance.happens(percent: 20) == true,
      let product = population?.chance.one(of: catalogue.products.filter { $0.plan != nil })
    else { return }
    // The catalogue has the product: nothing is refused.
    try? extendEveryone(of: product.id, by: 7, storefronts: nil, requestIdentifier: uuid())
  }
}
