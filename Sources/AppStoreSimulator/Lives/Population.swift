/// Customers who live by themselves, and a developer who now and then does something to all of them.
struct Population: Sendable {
  let ways: [WayOfLife]
  let until: Int64
  /// By the customer's index.
  var lives: [Int: Life] = [:]
  /// Whether the developer's next whim is planned.
  var isDeveloping = false
  /// Of everything that is decided, apart from what the App Store itself leaves to chance.
  var chance: Chance
}

/// How one customer lives.
struct Life: Sendable {
  let way: WayOfLife
  /// The game's name for the player, where the game posts what it sees; nil where only Apple tells.
  let account: String?
  /// How many of the customer's transactions the game has posted.
  var posted = 0
  /// Purchases that wait for a guardian.
  var waiting: [String] = []
}

/// Somebody feels like doing something.
enum Whim: Sendable {
  case arrival(number: Int)
  case customer(Int)
  case developer
  /// Everybody looks into the game for the last time.
  case ending
}

extension World {
  /// Settles customers who arrive over the first half of the time and live until its end.
  ///
  /// - Parameters:
  ///   - ways: what kinds of customers; each comes in turn.
  ///   - end: they do nothing any more from then on, milliseconds since 1970.
  package mutating func settle(
    customers count: Int, living ways: [WayOfLife], until end: Int64, seed: UInt64
  ) {
    var population = Population(
      ways: ways, until: end, lives: self.population?.lives ?? [:],
      isDeveloping: self.population?.isDeveloping ?? false, chance: Chance(seed: seed ^ 0x5EED))
    for number in 0..<count {
      let arrival = population.chance.number(in: now...(now + (end - now) / 2))
      agenda.plan(.whim(.arrival(number: number)), at: arrival)
    }
    agenda.plan(.whim(.ending), at: end)
    if !population.isDeveloping {
      agenda.plan(.whim(.developer), at: now + Int64(30).days)
      population.isDeveloping = true
    }
    self.population = population
  }

  /// Every game that posts what it sees is opened once more.
  package mutating func openAllGames() {
    for customer in customers.indices { openGame(of: customer) }
  }

  mutating func follow(_ whim: Whim) {
    guard let population else { return }
    let isOver = now >= population.until
    switch whim {
    case .ending: openAllGames()
    case .developer where isOver: self.population?.isDeveloping = false
    case .developer: develop()
    case .arrival where isOver, .customer where isOver: break
    case .arrival(let number): arrive(as: population.ways[number % population.ways.count])
    case .customer(let customer): act(customer)
    }
  }

  /// A new customer, who begins as their kind does.
  private mutating func arrive(as way: WayOfLife) {
    guard let customer = newCustomer(living: way, posts: nil) else { return }
    live(way.beginning, as: customer)
    planWhim(of: customer)
  }

  /// Three in four give a token with each purchase; the game posts what the others buy, and what one in
  /// three of all buy.
  mutating func newCustomer(living way: WayOfLife, posts: Bool?) -> Int? {
    guard var population else { return nil }
    defer { self.population = population }
    let token = population.chance.uuid()
    let hasToken = posts == nil && population.chance.happens(percent: 75)
    let isPosted = posts ?? (!hasToken || population.chance.happens(percent: 33))
    let storefront = population.chance.one(of: Storefront.all) ?? .usa
    let name = hasToken ? token : "player-\(token.prefix(8))"
    guard
      let customer = try? addCustomer(  // a name that is taken is a customer who never came
        name, appAccountToken: hasToken ? token : nil, storefront: storefront)
    else { return nil }
    population.lives[customer] = Life(way: way, account: isPosted ? name : nil)
    return customer
  }

  private mutating func act(_ customer: Int) {
    openGame(of: customer)
    guard let way = population?.lives[customer]?.way,
      let deed = population?.chance.pick(way.deeds)
    else { return }
    live(deed, as: customer)
    planWhim(of: customer)
  }

  /// A guardian who is asked answers within a day.
  mutating func planWhim(of customer: Int) {
    population?.lives[customer]?.waiting.removeAll { approvals[$0] == nil }
    guard let life = population?.lives[customer] else { return }
    let longest = life.waiting.isEmpty ? (2 * life.way.restlessness).days : Int64(20).hours
    guard let pause = population?.chance.number(in: 1...longest) else { return }
    agenda.plan(.whim(.customer(customer)), at: now + pause)
  }

  /// The game posts what it has not posted yet, in the order of purchase.
  mutating func openGame(of customer: Int) {
    guard let life = population?.lives[customer], let account = life.account else { return }
    for transaction in customers[customer].transactions.dropFirst(life.posted) {
      post(transaction, to: account)
    }
    population?.lives[customer]?.posted = customers[customer].transactions.count
  }
}
