/// Changes of plan, of money and of family by customers who act at random.
extension World {
  mutating func change(_ action: CustomerAction, as customer: Int) throws(StoreRejection) {
    let index = try someSubscription(of: customer) { $0.status == .active }
    if case .withdrawChange = action { return try withdrawChange(index) }
    guard let plan = subscriptions[index].product.plan else { throw .noSubscription }
    let present = subscriptions[index].product.id
    let choices = catalog.products.filter {
      guard let other = $0.plan, other.group == plan.group, $0.id != present else { return false }
      return switch action {
      case .upgrade: other.level < plan.level
      case .downgrade: other.level > plan.level
      case .crossgradeNow: other.level == plan.level && other.period == plan.period
      default: other.level == plan.level && other.period != plan.period
      }
    }
    guard let product = population?.chance.one(of: choices) else { throw .samePlan }
    _ = try buy(PurchaseCommand(product.id), by: customer)
  }

  mutating func moveMoney(_ action: CustomerAction, as customer: Int) throws(StoreRejection) {
    let own = customers[customer].transactions.filter { !transactions[$0].isFamilyShared }
    let isReversal = if case .reverseRefund = action { true } else { false }
    let fitting = own.filter { transactions[$0].isRevoked == isReversal }
    guard let latest = fitting.last, let any = population?.chance.one(of: fitting) else {
      throw .notRefundable
    }
    switch action {
    case .askForRefund: try requestRefund(of: latest)
    case .refundPart: try refund(latest, share: nil)
    case .refundEarlier: try refund(any, share: World.wholeShare)
    case .reverseRefund: try reverseRefund(any)
    default: try refund(latest, share: World.wholeShare)
    }
  }

  /// Adds a member to a family of up to six people. The member's game posts transactions.
  mutating func addMember(to customer: Int) throws(StoreRejection) {
    guard customers[customer].family.count < 5,
      !customers.contains(where: { $0.family.contains(customer) }),
      let member = newCustomer(living: .steady, isMember: true)
    else { throw .notShareable }
    try join(member, to: customer)
    openGame(of: member)
    planRandomAction(of: member)
  }

  mutating func removeMember(of customer: Int) throws(StoreRejection) {
    guard let member = population?.chance.one(of: customers[customer].family) else {
      throw .notShareable
    }
    try leaveFamily(member)
  }

  /// Takes the developer's random actions, which affect all customers, and plans the next ones.
  mutating func develop() {
    defer { agenda.plan(.randomAction(.developer), at: now + Int64(45).days) }
    guard let population else { return }
    let isMixed = population.personas.contains(.mixed)
    if isMixed
      || population.personas.contains(where: { $0 == .consenting || $0 == .rejectingPrice })
    {
      raiseSomePrice()
    }
    guard isMixed else { return }
    app.graceDays = self.population?.chance.one(of: [3, 16, 28, nil]) ?? nil
    app.gracesFirstCharge = self.population?.chance.happens(percent: 50) ?? true
    tell("A_TYPE_OF_TOMORROW")
    giveEveryoneDays()
  }

  /// The price in milliunits from which a product is not raised further: a thousand units of money.
  private static let dear: Int64 = 1_000_000

  private mutating func raiseSomePrice() {
    let plans = catalog.products.filter { $0.plan != nil && $0.priceMilliunits < Self.dear }
    guard let product = population?.chance.one(of: plans),
      let needsConsent = population?.chance.happens(percent: 60)
    else { return }
    // The catalog has the product, so the store accepts the change.
    try? changePrice(
      of: product.id, to: product.priceMilliunits * 11 / 10, consentRequired: needsConsent)
  }

  private mutating func giveEveryoneDays() {
    guard population?.chance.happens(percent: 20) == true,
      let product = population?.chance.one(of: catalog.products.filter { $0.plan != nil })
    else { return }
    // The catalog has the product, so the store accepts the extension.
    try? extendEveryone(of: product.id, by: 7, storefronts: nil, requestIdentifier: uuid())
  }
}

/// The actions of customers whose devices are used by more than one player of the game, and of
/// givers.
extension World {
  mutating func changePlayers(
    _ action: CustomerAction, of customer: Int
  ) throws(StoreRejection) {
    guard let population, let life = population.lives[customer], life.isPosting else {
      throw .noGame
    }
    switch action {
    case .changePlayer: play(as: newPlayer(on: customer), on: customer)
    case .restore:
      let areNew = self.population?.chance.happens(percent: 50) == true
      return try restorePurchases(of: customer, underNewIDs: areNew)
    case .mergeGuest:
      guard !life.hadOtherPlayers else { throw .otherPlayers }
      merge(customer, into: newPlayer(on: customer))
    default:
      guard population.habits.isErasing else { throw .noGame }
      guard !life.hadOtherPlayers, !life.hasGifts else { throw .otherPlayers }
      erase(customer, followedBy: newPlayer(on: customer))
    }
    self.population?.lives[customer]?.hadOtherPlayers = true
  }

  /// Returns a new player, with a token if the game attaches one to this customer's purchases.
  private mutating func newPlayer(on customer: Int) -> GamePlayer {
    let token = population?.chance.uuid() ?? uuid()
    let account = "player-\(token.prefix(8))"
    return GamePlayer(
      account: account, token: customers[customer].appAccountToken == nil ? nil : token)
  }

  /// Buys coins with the token of another customer, as a gift.
  mutating func buyForFriend(of customer: Int) throws(StoreRejection) {
    guard population?.habits.isPosting == true else { throw .noGame }
    let friends = customers.indices.filter { other in
      other != customer && customers[other].appAccountToken != nil
        && population?.lives[other].map { !$0.hadOtherPlayers && $0.persona != .forgotten } == true
    }
    guard let friend = draw(friends) else { throw .unknownCustomer("that is a friend") }
    let token = customers[friend].appAccountToken
    try buy(one { $0.kind == .consumable }, as: customer) { $0.appAccountToken = token }
    population?.lives[friend]?.hasGifts = true
  }
}
