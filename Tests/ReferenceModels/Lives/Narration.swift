import AppStoreSimulator
import Ledger

/// A narration of a life: copies signed at many moments, through several sources, some lost, some
/// twice, each recorded when it came.
struct Narration {
  private struct Arrival {
    let at: Int64
    let lane: Int16
    let event: LedgerEvent
  }

  private var random: SplitMix64
  private(set) var ways: Set<LifeEvent>
  private var arrivals: [Arrival] = []

  init(random: SplitMix64, ways: Set<LifeEvent>) {
    self.random = random
    self.ways = ways
  }

  mutating func tell(_ life: LifeScript) {
    for (number, script) in life.chains.enumerated() {
      for transaction in script.transactions { tell(transaction, of: life, lane: number + 1) }
      for renewal in script.renewals { tell(renewal, of: script.chain, life, lane: number + 1) }
    }
    for purchase in life.purchases { tell(purchase, of: life, lane: 4) }
    for program in life.programs {
      let at = program.enteredAt.milliseconds
      arrivals.append(Arrival(at: at, lane: 0, event: .shared(.programEntered(program))))
    }
    for taxes in life.taxes {
      let at = taxes.publishedAt.milliseconds
      arrivals.append(Arrival(at: at, lane: 0, event: .shared(.taxesPublished(taxes))))
    }
    for prices in life.prices {
      let at = prices.publishedAt.milliseconds
      arrivals.append(Arrival(at: at, lane: 0, event: .shared(.pricesPublished(prices))))
    }
    for catalog in life.catalogs {
      let at = catalog.publishedAt.milliseconds
      arrivals.append(Arrival(at: at, lane: 0, event: .shared(.catalogPublished(catalog))))
    }
  }

  private mutating func tell(_ transaction: AppleTransaction, of life: LifeScript, lane: Int) {
    let isAhead =
      transaction.purchase.reason == "RENEWAL" && transaction.refunds.isEmpty && random.chance(5)
    if isAhead { ways.insert(.renewalSignedAhead) }
    let first = transaction.start + (isAhead ? -1 : 1) * random.number(0...80_000_000)
    let onlySource: Trust? = random.chance(60) ? .sharedSecret : nil
    if onlySource != nil { ways.insert(.sharedSecretOnly) }
    var moments = [first]
    for change in transaction.changes where !random.chance(8) {
      moments.append(change + random.number(1...100_000_000))
    }
    if random.chance(3) { moments.append(first + random.number(1...20_000_000_000)) }
    var wholeSince: Int64?
    for moment in moments {
      let trust = onlySource ?? source()
      let omission = omission(of: trust, isKnown: wholeSince != nil)
      let fact = transaction.fact(
        at: moment, trust: trust, customer: customer(of: transaction.chain, in: life, at: moment),
        canSayExpiry: trust != .sharedSecret || !random.chance(3), omission: omission)
      guard moments.count == 1 || !random.chance(10) else {
        ways.insert(.copyLost)
        continue
      }
      let arrival = hear(
        .chain(.transactionObserved(fact)), lane: lane, after: omission.flatMap { _ in wholeSince })
      if let omission { ways.formUnion(omission.ways) }
      if omission == nil, trust != .sharedSecret { wholeSince = min(wholeSince ?? .max, arrival) }
    }
  }

  /// Returns the fields that a copy leaves out, mostly none.
  private mutating func omission(of trust: Trust, isKnown: Bool) -> Omission? {
    guard trust != .sharedSecret, random.chance(isKnown ? 3 : 12) else { return nil }
    return Omission(by: &random, isKnown: isKnown)
  }

  private mutating func source() -> Trust {
    switch random.number(0...19) {
    case 0, 1, 2:
      ways.insert(.receiptSource)
      return .receipt
    case 3:
      ways.insert(.sharedSecretSource)
      return .sharedSecret
    default: return .signed
    }
  }

  /// Narrates a renewal. Few assertions of a grace period are lost, because the grace is lost with
  /// them.
  private mutating func tell(
    _ renewal: AppleRenewal, of chain: ChainID, _ life: LifeScript, lane: Int
  ) {
    let isGrace = renewal.grace != nil || renewal.status == 4
    guard isGrace ? !random.chance(30) : random.chance(renewal.status == 3 ? 1 : 3) else { return }
    let customer = customer(of: chain, in: life, at: renewal.moment)
    hear(.chain(.renewalObserved(renewal.fact(of: chain, customer: customer))), lane: lane)
  }

  private func customer(
    of chain: ChainID, in life: LifeScript, at moment: Int64
  ) -> AppTransactionID? {
    moment >= life.namedFrom ? life.customers[chain] : nil
  }

  /// Records an assertion, mostly within a minute, sometimes after months, but not before a moment. Now and
  /// then the same one comes twice. Returns the first arrival.
  @discardableResult
  private mutating func hear(_ event: LedgerEvent, lane: Int, after moment: Int64? = nil) -> Int64 {
    let said = max(event.assertedAt.milliseconds, moment ?? .min)
    let arrival = arrive(event, said: said, lane: lane)
    guard random.chance(6) else { return arrival }
    ways.insert(.copyDoubled)
    return min(arrival, arrive(event, said: said, lane: lane))
  }

  private mutating func arrive(_ event: LedgerEvent, said: Int64, lane: Int) -> Int64 {
    let isLate = random.chance(8)
    if isLate { ways.insert(.heardLate) }
    let delay = random.number(isLate ? 100_000_000...20_000_000_000 : 100...60_000)
    arrivals.append(Arrival(at: said + delay, lane: Int16(lane), event: event))
    return said + delay
  }

  func recorded() -> [RecordedEvent] {
    var positions: [Int16: Int64] = [:]
    return arrivals.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map { _, arrival in
        positions[arrival.lane, default: 0] += 1
        return RecordedEvent(
          id: EventID(lane: arrival.lane, position: positions[arrival.lane]!),
          recordedAt: Instant(milliseconds: arrival.at), event: arrival.event, evidence: nil)
      }
  }
}
