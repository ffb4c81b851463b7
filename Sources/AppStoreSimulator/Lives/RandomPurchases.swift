/// The random purchases of customers.
enum RandomPurchases {
  /// Makes a random purchase; nil if the action is no purchase.
  static func make(
    _ action: CustomerAction, by customer: Int, choosing choices: inout RandomChoices,
    in world: inout World
  ) throws(StoreRejection) -> PurchaseOutcome? {
    guard let command = try command(action, of: customer, choosing: &choices, in: &world) else {
      return nil
    }
    return try world.buy(command, by: customer)
  }

  private static func command(
    _ action: CustomerAction, of customer: Int, choosing choices: inout RandomChoices,
    in world: inout World
  ) throws(StoreRejection) -> PurchaseCommand? {
    switch action {
    case .subscribe:
      mendCard(of: customer, in: &world)
      return try command(choices.product(in: world) { $0.plan != nil })
    case .subscribeIntroduced(let mode):
      return try introduction(by: mode, choosing: &choices, in: world)
    case .commit:
      mendCard(of: customer, in: &world)
      let yearly = choices.product(in: world) { $0.plan?.period == CalendarPeriod(1, .year) }
      return try command(yearly) { $0.billing = .monthly }
    case .buyFamilyPlan:
      return try command(
        choices.product(in: world) { $0.plan != nil && $0.isFamilyShareable })
    case .redeem(let kind): return try redemption(of: kind, choosing: &choices, in: world)
    case .buyCoins:
      let quantity = choices.chance.number(in: 1...3)
      return try command(choices.product(in: world) { $0.kind == .consumable }) {
        $0.quantity = Int(quantity)
      }
    case .buyForEver:
      return try command(choices.product(in: world) { $0.kind == .nonConsumable })
    case .buySeason: return try command(choices.product(in: world) { $0.kind == .nonRenewing })
    case .buySeasons:
      let quantity = choices.details.number(in: 1...3)
      return try command(choices.product(in: world) { $0.kind == .nonRenewing }) {
        $0.quantity = Int(quantity)
      }
    case .askGuardian:
      world.change(customer) { $0.asksToBuy = true }
      return try command(choices.product(in: world) { _ in true })
    default: return nil
    }
  }

  private static func mendCard(of customer: Int, in world: inout World) {
    if !world.customers[customer].cardWorks { world.mendCard(of: customer) }
  }

  /// Returns the command to buy a product, if any fits.
  static func command(
    _ product: Product?, _ adjust: (inout PurchaseCommand) -> Void = { _ in }
  ) throws(StoreRejection) -> PurchaseCommand {
    guard let product else { throw .unknownProduct("that fits") }
    var command = PurchaseCommand(product.id)
    adjust(&command)
    return command
  }

  private static func introduction(
    by mode: StoreOffer.Mode, choosing choices: inout RandomChoices, in world: World
  ) throws(StoreRejection) -> PurchaseCommand {
    let product = choices.product(in: world) { product in
      product.plan?.offers.contains { $0.kind == .introductory && $0.mode == mode } ?? false
    }
    return try command(product) { $0.offer = .introductory }
  }

  /// Returns the redemption of a random offer of a kind, for a customer who may be subscribed to
  /// the product or not.
  private static func redemption(
    of kind: StoreOffer.Kind, choosing choices: inout RandomChoices, in world: World
  ) throws(StoreRejection) -> PurchaseCommand {
    let product = choices.product(in: world) {
      $0.plan?.offers.contains { $0.kind == kind } ?? false
    }
    let offers = product?.plan?.offers.filter { $0.kind == kind } ?? []
    guard let id = choices.chance.one(of: offers.compactMap(\.id)) else {
      throw .offerNotForSale("that fits")
    }
    return try command(product) { $0.offer = .named(id) }
  }
}
