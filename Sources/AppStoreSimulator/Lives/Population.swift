/// A random action planned on the agenda.
enum RandomAction: Sendable {
  case arrival(number: Int)
  case customer(Int)
  case developer
  /// All customers open the game for the last time.
  case ending
}

/// The customers who act at random, and a developer who acts for all of them.
struct Population: Sendable {
  /// The moment after which nobody acts.
  let until: Int64
  private let personas: [Persona]
  private let habits: GameHabits
  /// Lives by the customer's index.
  private var lives: [Int: Life]
  /// True if the developer's next random action is planned.
  private var isDeveloping: Bool
  private var choices: RandomChoices

  /// - Parameter former: the population whose customers go on playing; nil if there is none.
  init(
    of personas: [Persona], playing habits: GameHabits, until end: Int64, seed: UInt64,
    following former: Population?
  ) {
    self.personas = personas
    self.habits = habits
    until = end
    lives = former?.lives ?? [:]
    isDeveloping = former?.isDeveloping ?? false
    choices = RandomChoices(seed: seed)
  }

  /// Plans the arrival of customers over the first half of the time, and the developer's actions.
  mutating func settle(_ count: Int, in world: inout World) {
    for number in 0..<count {
      let arrival = choices.chance.number(in: world.now...(world.now + (until - world.now) / 2))
      world.plan(.arrival(number: number), at: arrival)
    }
    world.plan(.ending, at: until)
    if !isDeveloping {
      world.plan(.developer, at: world.now + Int64(30).days)
      isDeveloping = true
    }
  }

  mutating func take(_ action: RandomAction, in world: inout World) {
    let isOver = world.now >= until
    switch action {
    case .ending: openAllGames(in: &world)
    case .developer where isOver: isDeveloping = false
    case .developer:
      RandomDeveloper.act(for: personas, choosing: &choices, in: &world)
      world.plan(.developer, at: world.now + Int64(45).days)
    case .arrival where isOver, .customer where isOver: break
    case .arrival(let number): arrive(as: personas[number % personas.count], in: &world)
    case .customer(let customer): act(customer, in: &world)
    }
  }

  /// Opens every game that posts transactions once more.
  mutating func openAllGames(in world: inout World) {
    for customer in world.customers.indices { openGame(of: customer, in: &world) }
  }

  /// Adds a customer, who takes the first action of the persona.
  private mutating func arrive(as persona: Persona, in world: inout World) {
    guard let customer = addCustomer(living: persona, in: &world) else { return }
    live(persona.beginning, as: customer, in: &world)
    planAction(of: customer, in: &world)
  }

  /// Adds a customer and returns the customer's index; nil if the name is taken. The game registers
  /// one token in four late.
  private mutating func addCustomer(
    living persona: Persona, isMember: Bool = false, in world: inout World
  ) -> Int? {
    let new = RandomProperties(
      of: persona, playing: habits, isMember: isMember, from: &choices.chance)
    guard
      let customer = try? world.addCustomer(  // a name that is taken adds no customer
        new.name, appAccountToken: new.token, account: new.name, storefront: new.storefront)
    else { return nil }
    let isLate = choices.chance.happens(percent: 25)
    lives[customer] = Life(
      persona: persona, isPosting: new.isPosting, awaitsRegistration: isLate)
    if !isLate { world.register(customer) }
    return customer
  }

  private mutating func act(_ customer: Int, in world: inout World) {
    openGame(of: customer, in: &world)
    guard let persona = lives[customer]?.persona else { return }
    live(choices.chance.pick(persona.actions), as: customer, in: &world)
    planAction(of: customer, in: &world)
  }

  /// Plans the customer's next action; within a day if a guardian's answer is pending.
  private mutating func planAction(of customer: Int, in world: inout World) {
    lives[customer]?.waiting.removeAll { world.approvals[$0] == nil }
    guard let life = lives[customer] else { return }
    let longest = life.waiting.isEmpty ? (2 * life.persona.restlessness).days : Int64(20).hours
    let pause = choices.chance.number(in: 1...longest)
    world.plan(.customer(customer), at: world.now + pause)
  }

  /// Registers the player's token if that is still to be done, and posts the transactions that the
  /// game has not posted yet, in the order of purchase.
  private mutating func openGame(of customer: Int, in world: inout World) {
    guard let life = lives[customer] else { return }
    if life.awaitsRegistration {
      lives[customer]?.awaitsRegistration = false
      world.register(customer)
    }
    guard life.isPosting else { return }
    for transaction in world.customers[customer].transactions.dropFirst(life.posted) {
      world.post(transaction, to: world.customers[customer].account)
    }
    lives[customer]?.posted = world.customers[customer].transactions.count
  }
}

/// The customers' actions, as far as the App Store allows them.
extension Population {
  private mutating func live(
    _ action: CustomerAction, as customer: Int, in world: inout World
  ) {
    do {
      try attempt(action, as: customer, in: &world)
    } catch {
      return  // The App Store rejected the action, as it does now and then. Nothing has happened.
    }
    openGame(of: customer, in: &world)
  }

  private mutating func attempt(
    _ action: CustomerAction, as customer: Int, in world: inout World
  ) throws(StoreRejection) {
    switch action {
    case .rest: break
    case .changePlayer, .restore, .mergeGuest, .askForErasure:
      try changePlayers(action, of: customer, in: &world)
    case .buyForFriend: try buyForFriend(of: customer, in: &world)
    case .changeDevice:
      guard habits.isPosting else { throw .noGame }
      try world.changeDevice(of: customer)
    case .addMember: try addMember(to: customer, in: &world)
    case .approve: _ = try world.approve(answeredPurchase(of: customer))
    case .decline: try world.decline(answeredPurchase(of: customer))
    default:
      let outcome = try RandomPurchases.make(
        action, by: customer, choosing: &choices, in: &world)
      guard let outcome else {
        return try RandomChanges.make(action, by: customer, choosing: &choices, in: &world)
      }
      note(outcome, of: customer)
    }
  }

  private mutating func note(_ outcome: PurchaseOutcome, of customer: Int) {
    if case .waiting(let id) = outcome { lives[customer]?.waiting.append(id) }
  }

  /// Removes and returns the purchase that a guardian answers.
  private mutating func answeredPurchase(of customer: Int) throws(StoreRejection) -> String {
    guard let id = lives[customer]?.waiting.popLast() else {
      throw .unknownApproval("that waits")
    }
    return id
  }

  /// Adds a member to a family of up to six people. The member's game posts transactions.
  private mutating func addMember(
    to customer: Int, in world: inout World
  ) throws(StoreRejection) {
    guard world.customers[customer].family.count < 5,
      !world.customers.contains(where: { $0.family.contains(customer) }),
      let member = addCustomer(living: .member, isMember: true, in: &world)
    else { throw .notShareable }
    try world.join(member, to: customer)
    openGame(of: member, in: &world)
    planAction(of: member, in: &world)
  }

  /// Takes an action of a customer whose device is used by more than one player of the game.
  private mutating func changePlayers(
    _ action: CustomerAction, of customer: Int, in world: inout World
  ) throws(StoreRejection) {
    guard let life = lives[customer], life.isPosting else { throw .noGame }
    switch action {
    case .changePlayer: world.play(as: choices.player(on: customer, in: world), on: customer)
    case .restore:
      let areNew = choices.chance.happens(percent: 50)
      return try world.restorePurchases(of: customer, underNewIDs: areNew)
    case .mergeGuest:
      guard !life.hadOtherPlayers else { throw .otherPlayers }
      world.merge(customer, into: choices.player(on: customer, in: world))
    default:
      guard habits.isErasing else { throw .noGame }
      guard !life.hadOtherPlayers, !life.hasGifts else { throw .otherPlayers }
      world.erase(customer, followedBy: choices.player(on: customer, in: world))
    }
    lives[customer]?.hadOtherPlayers = true
  }

  /// Buys coins with the token of another customer, as a gift.
  private mutating func buyForFriend(
    of customer: Int, in world: inout World
  ) throws(StoreRejection) {
    guard habits.isPosting else { throw .noGame }
    let friends = world.customers.indices.filter { other in
      other != customer && world.customers[other].appAccountToken != nil
        && lives[other].map { !$0.hadOtherPlayers && $0.persona != .forgotten } == true
    }
    guard let friend = choices.chance.one(of: friends) else {
      throw .unknownCustomer("that is a friend")
    }
    let token = world.customers[friend].appAccountToken
    let coins = choices.product(in: world) { $0.kind == .consumable }
    let command = try RandomPurchases.command(coins) { $0.appAccountToken = token }
    note(try world.buy(command, by: customer), of: customer)
    lives[friend]?.hasGifts = true
  }
}
