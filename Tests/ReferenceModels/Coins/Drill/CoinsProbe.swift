import AppStoreSimulator
import Ledger

/// A probe of one life that lets the rules decide while events arrive, and compares their answers
/// with the model's.
struct CoinsProbe {
  let life: CoinLife
  let mutation: CoinsMutation?
  var random: SplitMix64
  /// The source of what wallets are asked, apart from that of decisions on grants.
  var asking: SplitMix64
  var ledger: CoinLedger
  var report = DrillReport()
  /// The commands given to wallets so far.
  var asked: [WalletCommand] = []

  init(_ life: CoinLife, mutation: CoinsMutation?) {
    self.life = life
    self.mutation = mutation
    random = SplitMix64(seed: life.seed &+ UInt64(life.number) &* 0x9E37_79B9)
    asking = SplitMix64(seed: random.next())
    ledger = CoinLedger(life)
    report.lives = 1
    for way in life.ways { note(way) }
  }

  mutating func note(_ way: CoinLifeEvent) { report.ways[way.rawValue] = 1 }

  mutating func play() {
    for news in life.news {
      ledger.hear(news)
      if case .shared(.cutOverDeclared(let cutOver)) = news.event,
        ledger.shared.cutOvers.isMovedBack(by: cutOver)
      {
        note(.cutOverMovedBack)
      }
      if case .chain(let chain) = news.event.stream, random.chance(2) {
        decide(on: chain)
        follow(chain)
      }
      if random.chance(4) { decide(on: random.pick(life.chains)) }
      if random.chance(4) { follow(random.pick(life.chains)) }
      for _ in 0..<asking.number(0...2) { request() }
      if random.chance(6) { ask() }
    }
    for chain in life.chains {
      while decide(on: chain) {}
      follow(chain)
      askGrants(of: chain)
    }
    askWallets()
  }

  /// The model of everything recorded so far.
  var model: CoinsModel {
    guard let mutation else { return CoinsModel(ledger.log) }
    return CoinsModel(mutation.events(ledger.log), rules: mutation.rules)
  }

  /// Decides some of the due grants, in any order. Returns false if nothing is due.
  @discardableResult
  private mutating func decide(on chain: ChainID) -> Bool {
    let due = ledger.due(of: chain)
    ask(due, model.due(of: chain, decidedAt: ledger.now), "due of \(chain.originalTransactionID)")
    for grant in due.shuffled(using: &random).prefix(random.pick([1, 2, 9])) {
      ledger.record(.chain(.grantMade(grant)))
      note(.granted)
    }
    return !due.isEmpty
  }

  private mutating func ask() {
    askGrants(of: random.pick(life.chains))
    if random.chance(2) { askWallets() }
  }

  private mutating func askGrants(of chain: ChainID) {
    let name = "\(chain.bundleID) \(chain.originalTransactionID)"
    let (model, moment) = (model, moment())
    ask(ledger.unpriced(of: chain), model.unpriced(of: chain), "unpriced of \(name)")
    let elsewhere = ledger.deliveredElsewhere(of: chain)
    ask(elsewhere, model.deliveredElsewhere(of: chain), "delivered elsewhere of \(name)")
    if !elsewhere.isEmpty { note(.deliveredElsewhere) }
    ask(
      ledger.due(of: chain), model.due(of: chain, decidedAt: ledger.now), "due of \(name)")
    ask(
      ledger.statuses(of: chain, at: moment), model.statuses(of: chain, at: moment),
      "statuses of \(name) at \(moment)")
  }

  /// Returns a moment at which something was asserted or happened, or a millisecond beside it, or
  /// any moment at all.
  private mutating func moment() -> Instant {
    let dates = ledger.log.flatMap { event -> [Instant] in
      guard case .chain(.transactionObserved(let fact)) = event.event else {
        return [event.recordedAt]
      }
      return [fact.assertion.assertedAt, fact.revocation.value?.date ?? event.recordedAt]
    }
    guard !random.chance(3), !dates.isEmpty else {
      let first = CoinLife.firstMoment
      return Instant(milliseconds: random.number(first...first + 150 * CoinScript.day))
    }
    return random.pick(dates) + .milliseconds(random.pick([-1, 0, 1]))
  }

  mutating func ask<Answer: Equatable>(
    _ real: Answer, _ model: Answer, _ question: @autoclosure () -> String
  ) {
    report.count(
      real == model,
      orElse: Disagreement(
        seed: life.seed, life: life.number, question: question(), real: "\(real)",
        model: "\(model)", facts: ledger.log.map(\.shortForm)))
  }
}
