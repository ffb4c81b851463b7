import AppStoreSimulator
import Ledger
import ReferenceModels

/// Lives in one ledger. Random ones have the terms, programs, taxes, prices and catalogs of the first of them.
struct CrowdOfLives: Sendable {
  struct Arrival: Sendable {
    let at: Instant
    let event: LedgerEvent
  }

  /// The terms that hold before anything arrives.
  let terms: [ModelTerm]
  let settings: ModelSettings
  let publishedTerms: LedgerEvent?
  /// Everything that arrives, in order.
  let arrivals: [Arrival]
  /// The number of lives in which each event occurred.
  let ways: [String: Int]
  /// The accounts that use wallets.
  let players: [CoinLife.Player]
  /// The times about which reports of an app are asked; without any, those around its closed months are.
  let times: [BundleID: [Range<Instant>]]

  /// Returns what concerns each of the lives: its own chains and everything that is shared.
  static func apart(_ events: [RecordedEvent]) -> [[RecordedEvent]] {
    func life(_ event: RecordedEvent) -> String? {
      guard case .chain(let chain) = event.event.stream else { return nil }
      return String(chain.originalTransactionID.rawValue.prefix { $0 != "-" })
    }
    return Set(events.compactMap(life)).sorted().map { number in
      events.filter { life($0) ?? number == number }
    }
  }

  static let apps: [BundleID] = ["com.example.game", "com.example.other"]

  init(seed: UInt64, first: Int, count: Int) {
    let lives = (first..<first + count).map { RandomLife(seed: seed, number: $0) }
    (terms, settings, publishedTerms) = (
      lives[0].terms, lives[0].settings, lives[0].publishedTerms
    )
    let facts = lives.flatMap(\.arrivalsApart)
    let told =
      facts + Self.replacements(in: facts) + lives[0].publications
      + Self.settlements(of: facts, seed: seed &+ UInt64(first))
    arrivals = told.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }.map { Arrival(at: $0.element.at, event: $0.element.event) }
    ways = lives.reduce(into: [:]) { ways, life in
      for way in life.ways { ways[way.rawValue, default: 0] += 1 }
    }
    (players, times) = ([], [:])
  }

  /// Creates a crowd by the standard terms.
  init(
    arrivals: [Arrival], players: [CoinLife.Player], times: [BundleID: [Range<Instant>]] = [:]
  ) {
    (terms, settings, publishedTerms) = (ModelTerm.standard, ModelSettings(), nil)
    (self.arrivals, self.players, self.times, ways) = (arrivals, players, times, [:])
  }

  /// Returns what intake records in a chain when the chain that replaced it is told.
  private static func replacements(
    in told: [(at: Instant, event: LedgerEvent)]
  ) -> [(at: Instant, event: LedgerEvent)] {
    var known: Set<ChainID> = []
    return told.sorted { $0.at < $1.at }.compactMap { arrival in
      guard case .chain(.transactionObserved(let fact)) = arrival.event,
        let previous = fact.purchase.previousOriginalTransactionID,
        known.insert(fact.chain).inserted
      else { return nil }
      let replaced = ChainReplaced(
        chain: fact.chain.sibling(previous), successor: fact.chain.originalTransactionID,
        learnedAt: arrival.at)
      return (arrival.at, .chain(.chainReplaced(replaced)))
    }
  }

  /// Returns the moments of what was bought, given back or ended in an app.
  func moments(of app: BundleID) -> [Instant] {
    arrivals.compactMap { arrival in
      guard case .chain(.transactionObserved(let fact)) = arrival.event,
        fact.chain.bundleID == app
      else { return nil }
      return fact.purchase.purchaseDate
    }
  }
}
