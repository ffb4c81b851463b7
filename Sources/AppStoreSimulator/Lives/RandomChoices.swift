/// The random choices among what a world offers.
///
/// All decisions are drawn here except those that the App Store itself makes at random.
struct RandomChoices: Sendable {
  var chance: Chance
  /// The source of decisions that are drawn apart, so that they change no others.
  var details: Chance

  init(seed: UInt64) {
    chance = Chance(seed: seed ^ 0x5EED)
    details = Chance(seed: seed ^ 0xDE7A11)
  }

  /// Returns a random product that fits; nil if none does.
  mutating func product(in world: World, _ fits: (Product) -> Bool) -> Product? {
    chance.one(of: world.catalog.products.filter(fits))
  }

  /// Returns a random own subscription of a customer that fits.
  mutating func subscription(
    of customer: Int, in world: World, _ fits: (Subscription) -> Bool
  ) throws(StoreRejection) -> Int {
    let fitting = world.customers[customer].subscriptions.filter {
      !world.subscriptions[$0].isShared && fits(world.subscriptions[$0])
    }
    guard let chosen = chance.one(of: fitting) else { throw .noSubscription }
    return chosen
  }

  /// Returns a new player, with a token if the game attaches one to this customer's purchases.
  mutating func player(on customer: Int, in world: World) -> GamePlayer {
    let token = chance.uuid()
    let account = "player-\(token.prefix(8))"
    return GamePlayer(
      account: account, token: world.customers[customer].appAccountToken == nil ? nil : token)
  }
}
