/// The customers' actions, as far as the App Store allows them.
extension World {
  mutating func live(_ action: CustomerAction, as customer: Int) {
    do {
      try attempt(action, as: customer)
    } catch {
      return  // The App Store rejected the action, as it does now and then. Nothing has happened.
    }
    openGame(of: customer)
  }

  private mutating func attempt(_ action: CustomerAction, as customer: Int) throws(StoreRejection) {
    switch action {
    case .rest: break
    case .changePlayer, .restore, .mergeGuest, .askForErasure:
      try changePlayers(action, of: customer)
    case .buyForFriend: try buyForFriend(of: customer)
    case .subscribe: try subscribeToSomething(as: customer)
    case .subscribeIntroduced(let mode): try subscribe(introduced: mode, as: customer)
    case .commit: try commit(customer)
    case .buyFamilyPlan: try buy(one { $0.plan != nil && $0.isFamilyShareable }, as: customer)
    case .redeem(let kind): try redeem(kind, as: customer)
    case .upgrade, .downgrade, .crossgradeNow, .crossgradeLater, .withdrawChange:
      try change(action, as: customer)
    case .cancel: try cancel(someSubscription(of: customer) { $0.autoRenew })
    case .resume: try resume(someSubscription(of: customer) { !$0.autoRenew })
    case .breakCard: breakCard(of: customer)
    case .mendCard: mendCard(of: customer)
    case .consent: try consent(someSubscription(of: customer) { $0.awaitsConsent })
    case .askForRefund, .refundAll, .refundPart, .refundEarlier, .reverseRefund:
      try moveMoney(action, as: customer)
    case .addMember: try addMember(to: customer)
    case .removeMember: try removeMember(of: customer)
    case .extend: try extendSomething(of: customer)
    case .buyCoins: try buyCoins(as: customer)
    case .buyForEver: try buy(one { $0.kind == .nonConsumable }, as: customer)
    case .buySeason: try buy(one { $0.kind == .nonRenewing }, as: customer)
    case .askGuardian: try askGuardian(as: customer)
    case .approve:
      try answer(customer) { world, id throws(StoreRejection) in _ = try world.approve(id) }
    case .decline:
      try answer(customer) { world, id throws(StoreRejection) in try world.decline(id) }
    }
  }

  mutating func draw<Choice>(_ choices: [Choice]) -> Choice? {
    population?.chance.one(of: choices)
  }

  /// Returns a random product that fits.
  mutating func one(_ fits: (Product) -> Bool) -> Product? {
    draw(catalog.products.filter(fits))
  }

  mutating func someSubscription(
    of customer: Int, _ fits: (Subscription) -> Bool
  ) throws(StoreRejection) -> Int {
    let fitting = customers[customer].subscriptions.filter {
      !subscriptions[$0].isShared && fits(subscriptions[$0])
    }
    guard let chosen = draw(fitting) else { throw .noSubscription }
    return chosen
  }

  mutating func buy(
    _ product: Product?, as customer: Int, _ adjust: (inout PurchaseCommand) -> Void = { _ in }
  ) throws(StoreRejection) {
    guard let product else { throw .unknownProduct("that fits") }
    var command = PurchaseCommand(product.id)
    adjust(&command)
    if case .waiting(let id) = try buy(command, by: customer) {
      population?.lives[customer]?.waiting.append(id)
    }
  }

  private mutating func subscribeToSomething(as customer: Int) throws(StoreRejection) {
    if !customers[customer].cardWorks { mendCard(of: customer) }
    try buy(one { $0.plan != nil }, as: customer)
  }

  private mutating func subscribe(
    introduced mode: StoreOffer.Mode, as customer: Int
  ) throws(StoreRejection) {
    let product = one { product in
      product.plan?.offers.contains { $0.kind == .introductory && $0.mode == mode } ?? false
    }
    try buy(product, as: customer) { $0.offer = .introductory }
  }

  private mutating func commit(_ customer: Int) throws(StoreRejection) {
    if !customers[customer].cardWorks { mendCard(of: customer) }
    let yearly = one { $0.plan?.period == CalendarPeriod(1, .year) }
    try buy(yearly, as: customer) { $0.billing = .monthly }
  }

  /// Redeems a random offer of a kind, for a customer who may be subscribed to the product or not.
  private mutating func redeem(_ kind: StoreOffer.Kind, as customer: Int) throws(StoreRejection) {
    let product = one { $0.plan?.offers.contains { $0.kind == kind } ?? false }
    let offers = product?.plan?.offers.filter { $0.kind == kind } ?? []
    guard let id = draw(offers.compactMap(\.id)) else { throw .offerNotForSale("that fits") }
    try buy(product, as: customer) { $0.offer = .named(id) }
  }

  private mutating func buyCoins(as customer: Int) throws(StoreRejection) {
    let quantity = population?.chance.number(in: 1...3) ?? 1
    try buy(one { $0.kind == .consumable }, as: customer) { $0.quantity = Int(quantity) }
  }

  private mutating func askGuardian(as customer: Int) throws(StoreRejection) {
    customers[customer].asksToBuy = true
    try buy(one { _ in true }, as: customer)
  }

  private mutating func answer(
    _ customer: Int, _ answer: (inout World, String) throws(StoreRejection) -> Void
  ) throws(StoreRejection) {
    guard let id = population?.lives[customer]?.waiting.popLast() else {
      throw .unknownApproval("that waits")
    }
    try answer(&self, id)
  }

  private mutating func extendSomething(of customer: Int) throws(StoreRejection) {
    let days = population?.chance.number(in: 1...90) ?? 1
    _ = try extend(someSubscription(of: customer) { $0.status == .active }, by: days)
  }
}
