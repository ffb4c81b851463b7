import AppStoreSimulator
import Ledger

/// One life decided on by the rules as it is told, and asked about meanwhile.
struct CoinsInterview {
  let life: CoinLife
  let misreading: CoinsMisreading?
  var random: SplitMix64
  var ledger: CoinLedger
  var report = TrialReport()
  /// What was asked of a wallet before.
  var asked: [WalletCommand] = []

  init(_ life: CoinLife, misreading: CoinsMisreading?) {
    self.life = life
    self.misreading = misreading
    random = SplitMix64(seed: life.seed &+ UInt64(life.number) &* 0x9E37_79B9)
    ledger = CoinLedger(life.chains)
    report.lives = 1
    for way in life.ways { note(way) }
  }

  mutating func note(_ way: CoinWay) { report.ways[way.rawValue] = 1 }

  mutating func play() {
    for news in life.news {
      ledger.hear(news)
      if case .openingDeclared(let opening) = news.event,
        ledger.commons.openings.isMovedBack(by: opening)
      {
        note(.openingMovedBack)
      }
      if case .chain(let chain) = news.event.stream, random.chance(2) {
        decide(on: chain)
        follow(chain)
      }
      if random.chance(4) { decide(on: random.pick(life.chains)) }
      if random.chance(4) { follow(random.pick(life.chains)) }
      for _ in 0..<random.number(0...2) { request() }
      if random.chance(6) { ask() }
    }
    for chain in life.chains {
      while decide(on: chain) {}
      follow(chain)
      askGrants(of: chain)
    }
    askWallets()
  }

  /// What both say by all that is recorded.
  var twin: CoinsTwin {
    guard let misreading else { return CoinsTwin(ledger.log) }
    return CoinsTwin(ledger.log.map(misreading.event), rules: misreading.rules)
  }

  /// Some of what is due, in any order; false where nothing is.
  @discardableResult
  private mutating func decide(on chain: ChainID) -> Bool {
    let due = ledger.due(of: chain)
    ask(due, twin.due(of: chain, decidedAt: ledger.now), "due of \(chain.originalTransactionID)")
    for grant in due.shuffled(using: &random).prefix(random.pick([1, 2, 9])) {
      ledger.record(.grantMade(grant))
      note(.granted)
    }
    return !due.isEmpty
  }

  private mutating func ask() {
    askGrants(of: random.pick(life.chains))
    if random.chance(2) { askWallets() }
  }

  private mutating func askGrants(of chain: ChainID) {
    let name = chain.originalTransactionID
    let (twin, moment) = (twin, moment())
    ask(ledger.unpriced(of: chain), twin.unpriced(of: chain), "unpriced of \(name)")
    let elsewhere = ledger.deliveredElsewhere(of: chain)
    ask(elsewhere, twin.deliveredElsewhere(of: chain), "delivered elsewhere of \(name)")
    if !elsewhere.isEmpty { note(.deliveredElsewhere) }
    ask(
      ledger.due(of: chain), twin.due(of: chain, decidedAt: ledger.now), "due of \(name)")
    ask(
      ledger.standings(of: chain, at: moment), twin.standings(of: chain, at: moment),
      "standings of \(name) at \(moment)")
  }

  /// Where something was said or happened, or beside it; or any moment at all.
  private mutating func moment() -> Instant {
    let dates = ledger.log.flatMap { event -> [Instant] in
      guard case .transactionObserved(let fact) = event.event else { return [event.recordedAt] }
      return [fact.assertion.assertedAt, fact.revocation.value?.date ?? event.recordedAt]
    }
    guard !random.chance(3), !dates.isEmpty else {
      let first = CoinLife.firstMoment
      return Instant(milliseconds: random.number(first...first + 150 * CoinScript.day))
    }
    return random.pick(dates) + .milliseconds(random.pick([-1, 0, 1]))
  }

  mutating func ask<Answer: Equatable>(
    _ real: Answer, _ twin: Answer, _ question: @autoclosure () -> String
  ) {
    report.count(
      real == twin,
      orElse: Disagreement(
        seed: life.seed, life: life.number, question: question(), real: "\(real)",
        twin: "\(twin)", facts: ledger.log.map(\.shortForm)))
  }
}
