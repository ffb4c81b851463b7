import AppStoreSimulator
import EventStore
package import Ledger

/// Events of some subscribers' lives in a random order: months with gaps, trials, refunds and their
/// reversals, several chains of one customer, with programs and terms between them.
package struct ServiceLives {
  package static let chains: [OriginalTransactionID] = ["1000", "1001", "1002", "1003", "1004"]
  private static let countries = ["USA", "DEU", "CHN"]

  private var random: SplitMix64
  package private(set) var events: [LedgerEvent] = []

  package init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    for chain in Self.chains { live(chain) }
    for _ in 0..<3 { events.append(common()) }
    events.shuffle(using: &random)
  }

  /// Returns the events in batches of random size, as they are appended.
  package mutating func batches() -> [[LedgerEvent]] {
    var batches: [[LedgerEvent]] = []
    var rest = events[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...20, using: &random)
      batches.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return batches
  }

  package mutating func isNow() -> Bool { Bool.random(using: &random) }

  private mutating func live(_ chain: OriginalTransactionID) {
    var start = Instant(day: "2025-01-10")
    for number in 0..<16 {
      let end = start + .seconds(30 * 86_400)
      let id = TransactionID("\(chain.rawValue)\(number)")
      let said = start + .seconds(Int.random(in: 0...86_400, using: &random))
      add(id, chain, from: start, to: end, said: said, revoked: nil)
      if Int.random(in: 0..<6, using: &random) == 0 {
        let refund = Revocation(date: start + .seconds(86_400 * 3))
        add(id, chain, from: start, to: end, said: said + .seconds(1), revoked: refund)
        if Bool.random(using: &random) {
          add(id, chain, from: start, to: end, said: said + .seconds(90_000), revoked: nil)
        }
      }
      let gap = [0, 0, 0, 0, 20, 60, 61].randomElement(using: &random) ?? 0
      start = end + .seconds(gap * 86_400)
    }
  }

  private mutating func add(
    _ id: TransactionID, _ chain: OriginalTransactionID, from start: Instant, to end: Instant,
    said: Instant, revoked: Revocation?
  ) {
    var purchase = Purchase(
      productID: "com.example.month", type: .autoRenewable, subscriptionGroupID: "group",
      purchaseDate: start)
    purchase.price = id.rawValue.hasSuffix("0") ? 0 : 9_990
    purchase.currency = "EUR"
    purchase.storefront = Self.countries.randomElement(using: &random)
    let customers: [AppTransactionID?] = [
      nil, AppTransactionID("app-\(chain.rawValue.suffix(1))"), "app-1",
    ]
    purchase.appTransactionID = customers.randomElement(using: &random) ?? nil
    events.append(
      .chain(
        .transactionObserved(
          TransactionFact(
            chain: ChainID(.production, chain), transactionID: id,
            purchase: purchase, expiresDate: .present(end), isUpgraded: false,
            revocation: Asserted(signed: revoked), trust: .signed, assertedAt: said))))
  }

  private mutating func common() -> LedgerEvent {
    let moment =
      Instant(day: "2025-06-01")
      + .seconds(
        Int.random(in: 0...20_000_000, using: &random))
    guard Bool.random(using: &random) else {
      return .shared(
        .programEntered(
          ProgramEntered(
            program: Program.smallBusiness, from: moment, until: nil, enteredAt: moment)))
    }
    return .shared(
      .termsPublished(
        TermsPublished(
          terms: CommissionTerms.standard.adding([
            CommissionTerm("China", storefronts: ["CHN"], validFrom: moment, thousandths: 250)
          ]),
          settings: TenureSettings(yearOfService: .seconds(200 * 86_400)), publishedAt: moment)))
  }
}

extension TestLedger {
  /// Appends the events of these lives, projecting now and then, and everything at the end.
  package func live(_ lives: inout ServiceLives) async throws {
    for batch in lives.batches() {
      try await record(batch)
      if lives.isNow() { try await project() }
    }
    try await project()
  }

  /// Appends events, with evidence when a source asserted them and without when the ledger decided.
  package func record(_ events: [LedgerEvent]) async throws {
    let evidence = Evidence(Array("said".utf8))
    _ = try await log.append(events.map { NewEvent($0, evidence: $0.isOurs ? nil : evidence) })
  }
}

extension TestLedger {
  /// Records twelve monthly transactions for each of so many chains.
  package func recordYears(of chains: Int, from first: Int) async throws {
    let facts = (first..<first + chains).flatMap { number in
      (0..<12).map { month in
        let start = Instant(day: "2025-01-10") + .seconds(month * 30 * 86_400)
        return TransactionFact.subscription(
          TransactionID("\(number)-\(month)"), chain: OriginalTransactionID("5\(number)"),
          from: start,
          to: start + .seconds(30 * 86_400))
      }
    }
    _ = try await log.append(facts.map { NewEvent(.chain(.transactionObserved($0))) })
  }
}

extension LedgerEvent {
  fileprivate var isOurs: Bool {
    switch self {
    case .chain(.transactionObserved), .chain(.renewalObserved), .chain(.notificationReceived):
      false
    case .chain, .account, .shared: true
    }
  }
}
