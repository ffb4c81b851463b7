/// The joined facts of one transaction, in any order of arrival.
///
/// Of each field the newest assertion that tells it is kept, by (trust, asserted at, digest). What Apple
/// fixed at the purchase is never erased by a copy that leaves it out; what can end, an upgrade and a
/// revocation, is as the newest copy says. Joining is commutative, associative and idempotent.
struct JoinedTransaction: Hashable, Sendable, Codable {
  let transactionID: TransactionID
  private(set) var tellings: PurchaseTellings
  private(set) var newestExpiry: Register<Instant>?
  /// Of each expiry the first assertion by a source of trust 1 or 2, ascending.
  private var firstExpiries: [Register<Instant>]
  private(set) var newestUpgrade: Register<Bool>?
  private(set) var newestRevocation: Register<Asserted<Revocation>>?
  /// The first assertion by a source of trust 1 or 2 that an upgrade replaced this transaction.
  private(set) var earliestUpgrade: Sighting?
  private(set) var revocationHistory: RevocationHistory
  /// The copies of a purchase that Apple told under several identifiers; empty for one transaction.
  private(set) var copies: [TransactionState] = []
  /// The fields of a purchase with copies that are those of its first ones.
  private var bought: FirstCopies?
  /// The purchase as the rules of coins, money and days read it: no field that only a shared secret told,
  /// unless the whole transaction is known by nothing else.
  private(set) var purchase: Purchase

  /// The stored fields; the purchase follows from them. A purchase with copies is never stored.
  private enum CodingKeys: CodingKey {
    case transactionID, tellings, newestExpiry, firstExpiries, newestUpgrade, newestRevocation
    case earliestUpgrade, revocationHistory
  }

  init(_ fact: TransactionFact, by event: EventID) {
    let assertion = fact.assertion
    transactionID = fact.transactionID
    tellings = PurchaseTellings(fact.purchase, assertion, by: event)
    purchase = tellings.purchase(trusting: .sharedSecret)
    newestExpiry = fact.expiresDate.value.map { Register($0, assertion, by: event) }
    newestUpgrade = fact.isUpgraded.map { Register($0, assertion, by: event) }
    newestRevocation = fact.revocation.register(assertion, by: event)
    firstExpiries = []
    if assertion.trust >= .receipt {
      firstExpiries = [newestExpiry].compactMap(\.self)
      if fact.isUpgraded == true { earliestUpgrade = Sighting(assertion, by: event) }
    }
    revocationHistory = RevocationHistory(fact, by: event)
  }

  init(from decoder: any Decoder) throws {
    let stored = try decoder.container(keyedBy: CodingKeys.self)
    transactionID = try stored.decode(TransactionID.self, forKey: .transactionID)
    tellings = try stored.decode(PurchaseTellings.self, forKey: .tellings)
    newestExpiry = try stored.decodeIfPresent(Register<Instant>.self, forKey: .newestExpiry)
    firstExpiries = try stored.decode([Register<Instant>].self, forKey: .firstExpiries)
    newestUpgrade = try stored.decodeIfPresent(Register<Bool>.self, forKey: .newestUpgrade)
    newestRevocation = try stored.decodeIfPresent(
      Register<Asserted<Revocation>>.self, forKey: .newestRevocation)
    earliestUpgrade = try stored.decodeIfPresent(Sighting.self, forKey: .earliestUpgrade)
    revocationHistory = try stored.decode(RevocationHistory.self, forKey: .revocationHistory)
    purchase = tellings.newest.value
    completePurchase()
  }

  /// Joins the copies of one purchase, which Apple told under several identifiers.
  ///
  /// Of each field the newest assertion counts, but identifier and purchase date are those of the copy with
  /// the lowest purchase date, by sources of trust 1 and 2 if there are any, and what was fixed at the
  /// purchase is that of the lowest copy that tells it: see ``FirstCopies``. A revocation of any copy counts
  /// until it is reversed for that copy.
  ///
  /// - Precondition: there is a copy.
  init(copies: [TransactionState]) {
    let trusted = copies.filter { $0.trust >= .receipt }
    let sorted = (trusted.isEmpty ? copies : trusted).sorted { $0.order < $1.order }
    guard let first = sorted.first else { preconditionFailure("a purchase has copies") }
    self = first.joined
    for copy in copies where copy.transactionID != first.transactionID {
      joinGroups(of: copy.joined)
    }
    bought = FirstCopies(sorted)
    completePurchase()
    self.copies = copies.sorted { $0.order < $1.order }
    keepRevocationOfCopies()
    revocationHistory = RevocationHistory(copies: self.copies)
  }

  /// Keeps the revocation that stands for any copy.
  private mutating func keepRevocationOfCopies() {
    let standing = copies.compactMap(\.newestRevocation).filter { $0.value.value != nil }
    newestRevocation = standing.min { $0.orderOfStanding < $1.orderOfStanding } ?? newestRevocation
  }

  mutating func merge(_ other: JoinedTransaction) {
    precondition(transactionID == other.transactionID, "a state joins facts of one transaction")
    joinGroups(of: other)
    revocationHistory.merge(other.revocationHistory)
  }

  private mutating func joinGroups(of other: JoinedTransaction) {
    tellings.merge(other.tellings)
    newestExpiry.keepNewest(other.newestExpiry)
    for expiry in other.firstExpiries { keepFirst(expiry) }
    newestUpgrade.keepNewest(other.newestUpgrade)
    newestRevocation.keepNewest(other.newestRevocation)
    earliestUpgrade = [earliestUpgrade, other.earliestUpgrade].compactMap(\.self).min()
    completePurchase()
  }

  private mutating func keepFirst(_ expiry: Register<Instant>) {
    if let index = firstExpiries.firstIndex(where: { $0.value == expiry.value }) {
      firstExpiries[index].keepEarliest(expiry)
    } else {
      firstExpiries.append(expiry)
      firstExpiries.sort { $0.value < $1.value }
    }
  }

  /// Adds a part of a second to the dates of the period that receipts told in whole seconds.
  mutating func completeDates(by fraction: Duration) {
    tellings = tellings.mappingNewest(of: .receipt) { purchase in
      purchase.changed { $0.purchaseDate = $0.purchaseDate.completed(by: fraction) }
    }
    newestExpiry = newestExpiry?.completed { $0.completed(by: fraction) }
    firstExpiries = firstExpiries.map { $0.completed { $0.completed(by: fraction) } }
    completePurchase()
  }
}

extension JoinedTransaction {
  /// The trust of the newest source. Every fact asserts the purchase.
  var trust: Trust { tellings.newest.assertion.trust }

  /// The expiry that a source of trust 1 or 2 asserted first. Time added later is an extension.
  var earliestExpiry: Register<Instant>? {
    firstExpiries.reduce(into: nil) { $0.keepEarliest($1) }
  }

  /// The assertion about a revocation that counts: the newest one. Where that denies a revocation, the last
  /// one that was asserted after every absence stands: a receipt told it after the newest signed copy.
  var standingRevocation: Register<Asserted<Revocation>>? {
    guard let newest = newestRevocation, newest.value == .absent else { return newestRevocation }
    return revocationHistory.register(after: newest.assertion.assertedAt) ?? newest
  }

  /// The moment at which a source of trust 1 or 2 first asserted the present expiry; nil if none did.
  var expiryToldAt: Instant? {
    firstExpiries.first { $0.value == newestExpiry?.value }?.assertion.assertedAt
  }

  private mutating func completePurchase() { purchase = purchase(trusting: .receipt) }

  private func purchase(trusting least: Trust) -> Purchase {
    let purchase = tellings.purchase(trusting: min(least, trust))
    return bought?.fixing(purchase) ?? purchase
  }

  /// Leaves out the field groups that only a shared secret asserted.
  mutating func leaveOutSharedSecret() {
    if newestExpiry?.assertion.trust == .sharedSecret { newestExpiry = nil }
    if newestUpgrade?.assertion.trust == .sharedSecret { newestUpgrade = nil }
    if newestRevocation?.assertion.trust == .sharedSecret { newestRevocation = nil }
    copies = copies.map(\.withoutSharedSecret)
    keepRevocationOfCopies()
  }

  /// True if a group was asserted by a shared secret alone.
  var hasSharedSecret: Bool {
    newestExpiry?.assertion.trust == .sharedSecret
      || newestUpgrade?.assertion.trust == .sharedSecret
      || newestRevocation?.assertion.trust == .sharedSecret
      || copies.contains(where: \.joined.hasSharedSecret)
  }

  /// True if a shared secret may have told fields that the rules do not read.
  var isToldFurther: Bool {
    tellings.isJoined && tellings.all.contains { $0.assertion.trust == .sharedSecret }
  }

  /// Fills in the fields of the purchase from sources of any trust.
  mutating func completeAsTold() { purchase = purchase(trusting: .sharedSecret) }

  /// Names the kind of the product, which no source told.
  mutating func complete(type: ProductType) {
    tellings = tellings.naming(type)
    completePurchase()
  }

  /// The events that asserted the present values, ascending, without duplicates.
  var because: [EventID] {
    let events = [newestExpiry?.event, newestUpgrade?.event, standingRevocation?.event]
    return Set(events.compactMap(\.self) + tellings.events + (bought?.events ?? [])).sorted()
  }
}

extension Register where Value == Asserted<Revocation> {
  /// The order of the revocations of several copies: the earliest ended the purchase.
  fileprivate var orderOfStanding: (Instant, Assertion) {
    (value.value?.date ?? Instant(milliseconds: .max), assertion)
  }
}

extension Register {
  /// Returns the register with a value derived from this one, if a receipt told it.
  fileprivate func completed(_ derive: (Value) -> Value) -> Register {
    assertion.trust == .receipt ? mapped(derive) : self
  }
}

extension Instant {
  /// Returns the moment with a part of a second; a moment that has one already is returned unchanged.
  fileprivate func completed(by fraction: Duration) -> Instant {
    self.fraction == .zero ? self + fraction : self
  }
}
