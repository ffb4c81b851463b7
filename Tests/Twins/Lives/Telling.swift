import AppStoreSimulator
import Ledger

/// How a life comes to be heard of: copies signed at many moments, through several mouths, some
/// lost, some twice, each recorded when it came.
struct Telling {
  private struct Arrival {
    let at: Int64
    let lane: Int16
    let event: LedgerEvent
  }

  private var random: SplitMix64
  private(set) var ways: Set<Way>
  private var arrivals: [Arrival] = []

  init(random: SplitMix64, ways: Set<Way>) {
    self.random = random
    self.ways = ways
  }

  mutating func tell(_ life: LifeScript) {
    for (number, script) in life.chains.enumerated() {
      for transaction in script.transactions { tell(transaction, of: life, lane: number + 1) }
      for renewal in script.renewals { tell(renewal, of: script.chain, life, lane: number + 1) }
    }
    for purchase in life.purchases { tell(purchase, of: life, lane: 4) }
    for programme in life.programmes {
      let at = programme.enteredAt.milliseconds
      arrivals.append(Arrival(at: at, lane: 0, event: .programmeEntered(programme)))
    }
  }

  private mutating func tell(_ transaction: AppleTransaction, of life: LifeScript, lane: Int) {
    let isAhead =
      transaction.purchase.reason == "RENEWAL" && transaction.refunds.isEmpty && random.chance(5)
    if isAhead { ways.insert(.renewalSignedAhead) }
    let first = transaction.start + (isAhead ? -1 : 1) * random.number(0...80_000_000)
    let onlyMouth: Trust? = random.chance(60) ? .sharedSecret : nil
    if onlyMouth != nil { ways.insert(.sharedSecretOnly) }
    var moments = [first]
    for change in transaction.changes where !random.chance(8) {
      moments.append(change + random.number(1...100_000_000))
    }
    if random.chance(3) { moments.append(first + random.number(1...20_000_000_000)) }
    for moment in moments {
      let trust = onlyMouth ?? mouth()
      let fact = transaction.fact(
        at: moment, trust: trust, customer: customer(of: transaction.chain, in: life, at: moment),
        canSayExpiry: trust != .sharedSecret || !random.chance(3))
      guard moments.count == 1 || !random.chance(10) else {
        ways.insert(.copyLost)
        continue
      }
      hear(.transactionObserved(fact), lane: lane)
    }
  }

  private mutating func mouth() -> Trust {
    switch random.number(0...19) {
    case 0, 1, 2:
      ways.insert(.receiptMouth)
      return .receipt
    case 3:
      ways.insert(.sharedSecretMouth)
      return .sharedSecret
    default: return .signed
    }
  }

  /// A word about a grace period that is lost takes the grace with it; it is seldom.
  private mutating func tell(
    _ renewal: AppleRenewal, of chain: ChainID, _ life: LifeScript, lane: Int
  ) {
    guard renewal.grace != nil ? !random.chance(30) : random.chance(3) else { return }
    let customer = customer(of: chain, in: life, at: renewal.moment)
    hear(.renewalObserved(renewal.fact(of: chain, customer: customer)), lane: lane)
  }

  private func customer(
    of chain: ChainID, in life: LifeScript, at moment: Int64
  ) -> AppTransactionID? {
    moment >= life.namedFrom ? life.customers[chain] : nil
  }

  /// Mostly within a minute, sometimes after months; now and then the same comes twice.
  private mutating func hear(_ event: LedgerEvent, lane: Int) {
    let said = event.assertedAt.milliseconds
    arrive(event, said: said, lane: lane)
    guard random.chance(6) else { return }
    ways.insert(.copyDoubled)
    arrive(event, said: said, lane: lane)
  }

  private mutating func arrive(_ event: LedgerEvent, said: Int64, lane: Int) {
    let isLate = random.chance(8)
    if isLate { ways.insert(.heardLate) }
    let delay = random.number(isLate ? 100_000_000...20_000_000_000 : 100...60_000)
    arrivals.append(Arrival(at: said + delay, lane: Int16(lane), event: event))
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
