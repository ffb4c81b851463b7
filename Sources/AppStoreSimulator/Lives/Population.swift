/// The customers who act at random, and a developer who now and then changes something for all of
/// them.
struct Population: Sendable {
  let personas: [Persona]
  let habits: GameHabits
  let until: Int64
  /// Lives by the customer's index.
  var lives: [Int: Life] = [:]
  /// True if the developer's next random action is planned.
  var isDeveloping = false
  /// The randomness of all decisions, except those that the App Store itself makes at random.
  var chance: Chance
}

/// The life of one customer who acts at random.
struct Life: Sendable {
  let persona: Persona
  /// True if the game posts transactions to the ledger; false if only Apple reports them.
  let isPosting: Bool
  /// True if the game registers the present player's token at the next opening.
  var awaitsRegistration = false
  /// True if other players have used the device, or the account is a merged one.
  var hadOtherPlayers = false
  /// True if somebody else bought with the customer's token.
  var hasGifts = false
  /// The number of the customer's transactions that the game has posted.
  var posted = 0
  /// The purchases that wait for a guardian's approval.
  var waiting: [String] = []
}

/// A random action planned on the agenda.
enum RandomAction: Sendable {
  case arrival(number: Int)
  case customer(Int)
  case developer
  /// All customers open the game for the last time.
  case ending
}

extension World {
  /// Plans customers who arrive over the first half of the time and act until its end.
  ///
  /// - Parameters:
  ///   - ways: the personas of the customers, assigned in turn.
  ///   - habits: the conduct of their games.
  ///   - end: the moment after which the customers do nothing, in milliseconds since 1970.
  package mutating func settle(
    customers count: Int, living personas: [Persona], playing habits: GameHabits = GameHabits(),
    until end: Int64, seed: UInt64
  ) {
    var population = Population(
      personas: personas, habits: habits, until: end, lives: self.population?.lives ?? [:],
      isDeveloping: self.population?.isDeveloping ?? false, chance: Chance(seed: seed ^ 0x5EED))
    for number in 0..<count {
      let arrival = population.chance.number(in: now...(now + (end - now) / 2))
      agenda.plan(.randomAction(.arrival(number: number)), at: arrival)
    }
    agenda.plan(.randomAction(.ending), at: end)
    if !population.isDeveloping {
      agenda.plan(.randomAction(.developer), at: now + Int64(30).days)
      population.isDeveloping = true
    }
    self.population = population
  }

  /// Opens every game that posts transactions once more.
  package mutating func openAllGames() {
    for customer in customers.indices { openGame(of: customer) }
  }

  mutating func follow(_ randomAction: RandomAction) {
    guard let population else { return }
    let isOver = now >= population.until
    switch randomAction {
    case .ending: openAllGames()
    case .developer where isOver: self.population?.isDeveloping = false
    case .developer: develop()
    case .arrival where isOver, .customer where isOver: break
    case .arrival(let number): arrive(as: population.personas[number % population.personas.count])
    case .customer(let customer): act(customer)
    }
  }

  /// Adds a customer, who takes the first action of the persona.
  private mutating func arrive(as persona: Persona) {
    guard let customer = newCustomer(living: persona) else { return }
    live(persona.beginning, as: customer)
    planRandomAction(of: customer)
  }

  /// Adds a customer and returns the customer's index; nil if the name is taken.
  ///
  /// Three in four customers have a token for their purchases; members of a family have none. The
  /// game posts the purchases of customers without a token, and of one in three of the others. A
  /// third of the tokens are accounts; of the others, the game registers one in four late.
  mutating func newCustomer(living persona: Persona, isMember: Bool = false) -> Int? {
    guard var population else { return nil }
    defer { self.population = population }
    let token = population.chance.uuid()
    let hasToken = !isMember && population.chance.happens(percent: 75)
    let isPosting =
      population.habits.isPosting
      && (!hasToken || population.chance.happens(percent: 33) || persona.needsGame)
    let storefront = population.chance.one(of: Storefront.all) ?? .usa
    let isToken = !population.habits.isPosting || population.chance.happens(percent: 33)
    let name = hasToken && isToken ? token : "player-\(token.prefix(8))"
    guard
      let customer = try? addCustomer(  // a name that is taken adds no customer
        name, appAccountToken: hasToken ? token : nil, account: name, storefront: storefront)
    else { return nil }
    let isLate = population.chance.happens(percent: 25)
    population.lives[customer] = Life(
      persona: persona, isPosting: isPosting, awaitsRegistration: isLate)
    if !isLate { register(customer) }
    return customer
  }

  private mutating func act(_ customer: Int) {
    openGame(of: customer)
    guard let persona = population?.lives[customer]?.persona,
      let action = population?.chance.pick(persona.actions)
    else { return }
    live(action, as: customer)
    planRandomAction(of: customer)
  }

  /// Plans the customer's next action; within a day if a guardian's answer is pending.
  mutating func planRandomAction(of customer: Int) {
    population?.lives[customer]?.waiting.removeAll { approvals[$0] == nil }
    guard let life = population?.lives[customer] else { return }
    let longest = life.waiting.isEmpty ? (2 * life.persona.restlessness).days : Int64(20).hours
    guard let pause = population?.chance.number(in: 1...longest) else { return }
    agenda.plan(.randomAction(.customer(customer)), at: now + pause)
  }

  /// Registers the player's token if that is still to be done, and posts the transactions that the
  /// game has not posted yet, in the order of purchase.
  mutating func openGame(of customer: Int) {
    guard let life = population?.lives[customer] else { return }
    if life.awaitsRegistration {
      population?.lives[customer]?.awaitsRegistration = false
      register(customer)
    }
    guard life.isPosting else { return }
    for transaction in customers[customer].transactions.dropFirst(life.posted) {
      post(transaction, to: customers[customer].account)
    }
    population?.lives[customer]?.posted = customers[customer].transactions.count
  }
}

/// The conduct of the games of customers who act at random.
package struct GameHabits: Sendable {
  /// True if games register tokens, post transactions, restore and merge. Otherwise only Apple
  /// reports purchases, and a customer's token is the account.
  package var isPosting: Bool
  /// True if persons ask for erasure, which needs an operator of the ledger.
  package var isErasing: Bool

  package init(isPosting: Bool = true, isErasing: Bool = false) {
    self.isPosting = isPosting
    self.isErasing = isErasing
  }
}
