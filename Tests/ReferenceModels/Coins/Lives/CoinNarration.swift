import AppStoreSimulator
import Ledger

/// A narration of purchases: several copies through several sources, some lost, some twice, each
/// recorded when it came.
struct CoinNarration {
  private var random: SplitMix64
  private(set) var ways: Set<CoinLifeEvent>
  private var arrivals: [CoinNews] = []

  init(random: SplitMix64, ways: Set<CoinLifeEvent>) {
    self.random = random
    self.ways = ways
  }

  mutating func tell(_ script: CoinScript) {
    for chain in script.chains {
      for transaction in chain.transactions { tell(transaction) }
      for owner in chain.owners {
        arrivals.append(
          CoinNews(at: Instant(milliseconds: owner.at), event: chain.decision(for: owner)))
      }
    }
    for catalog in script.catalogs {
      let event = LedgerEvent.shared(.catalogPublished(catalog))
      arrivals.append(CoinNews(at: catalog.publishedAt, event: event))
    }
    for cutOver in script.cutOvers {
      arrivals.append(CoinNews(at: cutOver.decidedAt, event: .shared(.cutOverDeclared(cutOver))))
    }
  }

  /// Narrates a transaction. A renewal is signed ahead, up to twenty hours.
  private mutating func tell(_ transaction: AppleTransaction) {
    let isAhead = transaction.purchase.reason == "RENEWAL" && random.chance(2)
    let first = transaction.start + (isAhead ? -1 : 1) * random.number(0...72_000_000)
    var moments = [first]
    for change in transaction.changes {
      if random.chance(8) {
        ways.insert(.copyLost)
      } else {
        moments.append(change + random.number(1...random.pick([1_000, 50_000_000])))
      }
    }
    if random.chance(3) { moments.append(first + random.number(1...40 * CoinScript.day)) }
    let onlySource: Trust? = random.chance(20) ? .sharedSecret : nil
    if onlySource != nil { ways.insert(.sharedSecretOnly) }
    var wholeSince: Int64?
    for moment in moments {
      let trust = onlySource ?? source()
      let told = trust == .signed ? transaction : blurred(transaction)
      let omission = omission(of: trust, isKnown: wholeSince != nil)
      let fact = told.fact(at: moment, trust: trust, customer: nil, omission: omission)
      let arrival = hear(
        .chain(.transactionObserved(fact)), after: omission.flatMap { _ in wholeSince })
      if omission == nil, trust != .sharedSecret { wholeSince = min(wholeSince ?? .max, arrival) }
    }
  }

  /// Returns the fields that a copy leaves out, mostly none.
  private mutating func omission(of trust: Trust, isKnown: Bool) -> Omission? {
    guard trust != .sharedSecret, random.chance(isKnown ? 3 : 12) else { return nil }
    let omission = Omission(by: &random, isKnown: isKnown)
    ways.formUnion(omission.ways.compactMap { CoinLifeEvent(rawValue: $0.rawValue) })
    if omission.omitsQuantity { ways.insert(.quantityOmitted) }
    if omission.tellsOfferInPart { ways.insert(.offerToldInPart) }
    return omission
  }

  private mutating func source() -> Trust {
    switch random.number(0...9) {
    case 0, 1, 2:
      ways.insert(.receiptSource)
      return .receipt
    case 3:
      ways.insert(.sharedSecretSource)
      return .sharedSecret
    default: return .signed
    }
  }

  /// Returns the transaction without what a receipt or an old notification leaves out.
  private mutating func blurred(_ transaction: AppleTransaction) -> AppleTransaction {
    var told = transaction
    if told.purchase.ownership == .familyShared, random.chance(2) {
      told.purchase.ownership = .purchased
      ways.insert(.familyShareUntold)
    }
    if told.purchase.offer != nil, random.chance(2) {
      told.purchase.offer = nil
      ways.insert(.trialUntold)
    }
    return told
  }

  /// Records an assertion, but not before a moment. Returns the first arrival.
  private mutating func hear(_ event: LedgerEvent, after moment: Int64?) -> Int64 {
    let said = max(event.assertedAt.milliseconds, moment ?? .min)
    let arrival = arrive(event, said: said)
    guard random.chance(8) else { return arrival }
    ways.insert(.copyDoubled)
    return min(arrival, arrive(event, said: said))
  }

  private mutating func arrive(_ event: LedgerEvent, said: Int64) -> Int64 {
    let isLate = random.chance(4)
    if isLate { ways.insert(.heardLate) }
    let delay = random.number(isLate ? 100_000...60 * CoinScript.day : 100...60_000)
    arrivals.append(CoinNews(at: Instant(milliseconds: said + delay), event: event))
    return said + delay
  }

  /// The news in the order in which they came.
  var news: [CoinNews] {
    arrivals.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
  }
}

extension CoinScript.Chain {
  fileprivate func decision(for owner: Owner) -> LedgerEvent {
    let at = Instant(milliseconds: owner.at)
    let before = owner.becomes == .oneOfTwo ? owners.first.map { [$0.account] } ?? [] : []
    switch owner.becomes {
    case .firstOwner:
      return .chain(
        .chainOwned(
          ChainOwned(
            chain: chain, account: owner.account, decidedAt: at)))
    case .onlyOwner, .oneOfTwo:
      return .chain(
        .ownershipChanged(
          OwnershipChanged(
            chain: chain, owners: before + [owner.account],
            account: owner.account, cause: before.isEmpty ? .transferred : .shared, rules: nil,
            decidedAt: at)))
    }
  }
}
