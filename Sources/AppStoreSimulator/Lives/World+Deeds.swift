/// What customers do, as far as the App Store lets them.
extension World {
  mutating func live(_ deed: Deed, as customer: Int) {
    do {
      try attempt(deed, as: customer)
    } catch {
      return  // The App Store refused, as it does now and then. Nothing has happened.
    }
    openGame(of: customer)
  }

  private mutating func attempt(_ deed: Deed, as customer: Int) throws(StoreRefusal) {
    switch deed {
    case .rest: break
    case .subscribe: try subscribeToSomething(as: customer)
    case .subscribeIntroduced(let mode): try subscribe(introduced: mode, as: customer)
    case .commit: try commit(customer)
    case .buyFamilyPlan: try buy(one { $0.plan != nil && $0.isFamilyShareable }, as: customer)
    case .redeem(let kind): try redeem(kind, as: customer)
    case .upgrade, .downgrade, .crossgradeNow, .crossgradeLater, .withdrawChange:
      try change(deed, as: customer)
    case .cancel: try cancel(someSubscription(of: customer) { $0.autoRenew })
    case .resume: try resume(someSubscription(of: customer) { !$0.autoRenew })
    case .breakCard: breakCard(of: customer)
    case .mendCard: mendCard(of: customer)
    case .consent: try consent(someSubscription(of: customer) { $0.awaitsConsent })
    case .askForRefund, .refundAll, .refundPart, .refundEarlier, .reverseRefund:
      try moveMoney(deed, as: customer)
    case .addMember: try addMember(to: customer)
    case .removeMember: try removeMember(of: customer)
    case .extend: try extendSomething(of: customer)
    case .buyCoins: try buyCoins(as: customer)
    case .buyForEver: try buy(one { $0.kind == .nonConsumable }, as: customer)
    case .buySeason: try buy(one { $0.kind == .nonRenewing }, as: customer)
    case .askGuardian: try askGuardian(as: customer)
    case .approve:
      try answer(customer) { world, id throws(StoreRefusal) in _ = try world.approve(id) }
    case .decline: try answer(customer) { world, id throws(StoreRefusal) in try world.decline(id) }
    }
  }

  private mutating func draw<Choice>(_ choices: [Choice]) -> Choice? {
    population?.chance.one(of: choices)
  }

  /// Some product that fits.
  private mutating func one(_ fits: (Product) -> Bool) -> Product? {
    draw(catalogue.products.filter(fits))
  }

  mutating func someSubscription(
    of customer: Int, _ fits: (Subscription) -> Bool
  ) throws(StoreRefusal) -> Int {
    let fitting = customers[customer].subscriptions.filter {
      !subscriptions[$0].isShared && fits(subscriptions[$0])
    }
    guard let chosen = draw(fitting) else { throw .noSubscription }
    return chosen
  }

  private mutating func buy(
    _ product: Product?, as customer: Int, _ adjust: (inout PurchaseWish) -> Void = { _ in }
  ) throws(StoreRefusal) {
    guard let product else { throw .unknownProduct("that fits") }
    var wish = PurchaseWish(product.id)
    adjust(&wish)
    if case .waiting(let id) = try buy(wish, by: customer) {
      population?.lives[customer]?.waiting.append(id)
    }
  }

  private mutating func subscribeToSomething(as customer: Int) throws(StoreRefusal) {
    if !customers[customer].cardWorks { mendCard(of: customer) }
    try buy(one { $0.plan != nil }, as: customer)
  }

  private mutating func subscribe(
    introduced mode: Offer.Mode, as customer: Int
  ) throws(StoreRefusal) {
    let product = one { product in
      product.plan?.offers.contains { $0.kind == .introductory && $0.mode == mode } ?? false
    }
    try buy(product, as: customer) { $0.offer = .introductory }
  }

  private mutating func commit(_ customer: Int) throws(StoreRefusal) {
    if !customers[customer].cardWorks { mendCard(of: customer) }
    let yearly = one { $0.plan?.period == CalendarPeriod(1, .year) }
    try buy(yearly, as: customer) { $0.billing = .monthly }
  }

  /// An offer of some product, be the customer subscribed to it or not.
  private mutating func redeem(_ kind: Offer.Kind, as customer: Int) throws(StoreRefusal) {
    let product = one { $0.plan?.offers.contains { $0.kind == kind } ?? false }
    let offers = product?.plan?.offers.filter { $0.kind == kind } ?? []
    guard let id = draw(offers.compactMap(\.id)) else { throw .offerNotForSale("that fits") }
    try buy(product, as: customer) { $0.offer = .named(id) }
  }

  private mutating func buyCoins(as customer: Int) throws(StoreRefusal) {
    let quantity = population?.chance.number(in: 1...3) ?? 1
    try buy(one { $0.kind == .consumable }, as: customer) { $0.quantity = Int(quantity) }
  }

  private mutating func askGuardian(as customer: Int) throws(StoreRefusal) {
    customers[customer].asksToBuy = true
    try buy(one { _ in true }, as: customer)
  }

  private mutating func answer(
    _ customer: Int, _ answer: (inout World, String) throws(StoreRefusal) -> Void
  ) throws(StoreRefusal) {
    guard let id = population?.lives[customer]?.waiting.popLast() else {
      throw .unknownApproval("that waits")
    }
    try answer(&self, id)
  }

  private mutating func extendSomething(of customer: Int) throws(StoreRefusal) {
    let days = population?.chance.number(in: 1...90) ?? 1
    _ = try extend(someSubscription(of: customer) { $0.standing == .active }, by: days)
  }
}
