/// The joined facts of one transaction, in any order of arrival.
///
/// The newest assertion of each field group is kept, by (trust, asserted at, digest); a silent
/// group erases nothing. Joining is commutative, associative and idempotent.
struct JoinedTransaction: Hashable, Sendable, Codable {
  let transactionID: TransactionID
  private(set) var newestPurchase: Register<Purchase>
  /// The fields that unsigned sources told; nil if there are none.
  private var unsigned: UnsignedPurchase?
  private(set) var newestExpiry: Register<Asserted<Instant>>?
  private(set) var newestUpgrade: Register<Bool>?
  private(set) var newestRevocation: Register<Asserted<Revocation>>?
  /// The expiry that a source of trust 1 or 2 asserted first. Time added later is an extension.
  private(set) var earliestExpiry: Register<Instant>?
  /// The first assertion by a source of trust 1 or 2 that an upgrade replaced this transaction.
  private(set) var earliestUpgrade: Sighting?
  private(set) var revocationHistory: RevocationHistory
  /// The event of the copy by which a joined period is known; nil in the state of one transaction.
  private var firstCopy: EventID?
  /// The purchase as the rules of coins, money and days read it: fields about which the newest source
  /// is silent come from sources of at least its trust.
  private(set) var purchase: Purchase

  /// The stored fields; the purchase follows from them.
  private enum CodingKeys: CodingKey {
    case transactionID, newestPurchase, unsigned, newestExpiry, newestUpgrade, newestRevocation
    case earliestExpiry, earliestUpgrade, revocationHistory, firstCopy
  }

  init(_ fact: TransactionFact, by event: EventID) {
    let assertion = fact.assertion
    transactionID = fact.transactionID
    newestPurchase = Register(fact.purchase, assertion, by: event)
    purchase = fact.purchase
    unsigned = UnsignedPurchase(fact, by: event)
    newestExpiry = fact.expiresDate.register(assertion, by: event)
    newestUpgrade = fact.isUpgraded.map { Register($0, assertion, by: event) }
    newestRevocation = fact.revocation.register(assertion, by: event)
    if assertion.trust >= .receipt {
      earliestExpiry = fact.expiresDate.value.map { Register($0, assertion, by: event) }
      if fact.isUpgraded == true { earliestUpgrade = Sighting(assertion, by: event) }
    }
    revocationHistory = RevocationHistory(fact, by: event)
  }

  init(from decoder: any Decoder) throws {
    let stored = try decoder.container(keyedBy: CodingKeys.self)
    transactionID = try stored.decode(TransactionID.self, forKey: .transactionID)
    newestPurchase = try stored.decode(Register<Purchase>.self, forKey: .newestPurchase)
    unsigned = try stored.decodeIfPresent(UnsignedPurchase.self, forKey: .unsigned)
    newestExpiry = try stored.decodeIfPresent(
      Register<Asserted<Instant>>.self, forKey: .newestExpiry)
    newestUpgrade = try stored.decodeIfPresent(Register<Bool>.self, forKey: .newestUpgrade)
    newestRevocation = try stored.decodeIfPresent(
      Register<Asserted<Revocation>>.self, forKey: .newestRevocation)
    earliestExpiry = try stored.decodeIfPresent(Register<Instant>.self, forKey: .earliestExpiry)
    earliestUpgrade = try stored.decodeIfPresent(Sighting.self, forKey: .earliestUpgrade)
    revocationHistory = try stored.decode(RevocationHistory.self, forKey: .revocationHistory)
    firstCopy = try stored.decodeIfPresent(EventID.self, forKey: .firstCopy)
    purchase = newestPurchase.value
    completePurchase()
  }

  /// Joins the copies of one period, which Apple told under several identifiers.
  ///
  /// The newest assertion of each field group counts, but identifier, purchase date, token and price
  /// are those of the copy with the lowest purchase date, by sources of trust 1 and 2 if there are
  /// any. A revocation of any copy counts until it is reversed for that copy.
  ///
  /// - Precondition: there is a copy.
  init(copies: [TransactionState]) {
    let trusted = copies.filter { $0.trust >= .receipt }
    guard let first = (trusted.isEmpty ? copies : trusted).min(by: { $0.order < $1.order }) else {
      preconditionFailure("a period has copies")
    }
    self = first.joined
    for copy in copies where copy.transactionID != first.transactionID {
      joinGroups(of: copy.joined)
    }
    newestPurchase = newestPurchase.mapped { $0.bought(as: first.purchase) }
    completePurchase()
    firstCopy = first.joined.newestPurchase.event
    let standing = copies.compactMap(\.newestRevocation).filter { $0.value.value != nil }
    if !standing.isEmpty {
      newestRevocation = standing.reduce(into: nil) { $0.keepNewest($1) }
    }
    revocationHistory = RevocationHistory(copies: copies)
  }

  mutating func merge(_ other: JoinedTransaction) {
    precondition(transactionID == other.transactionID, "a state joins facts of one transaction")
    joinGroups(of: other)
    revocationHistory.merge(other.revocationHistory)
  }

  private mutating func joinGroups(of other: JoinedTransaction) {
    newestPurchase.keepNewest(other.newestPurchase)
    if let told = other.unsigned, unsigned?.merge(told) == nil { unsigned = told }
    newestExpiry.keepNewest(other.newestExpiry)
    newestUpgrade.keepNewest(other.newestUpgrade)
    newestRevocation.keepNewest(other.newestRevocation)
    earliestExpiry.keepEarliest(other.earliestExpiry)
    earliestUpgrade = [earliestUpgrade, other.earliestUpgrade].compactMap(\.self).min()
    completePurchase()
  }

  /// Adds a part of a second to the dates of the period that receipts told in whole seconds.
  mutating func completeDates(by fraction: Duration) {
    newestPurchase = newestPurchase.completed { purchase in
      purchase.changed { $0.purchaseDate = $0.purchaseDate.completed(by: fraction) }
    }
    newestExpiry = newestExpiry?.completed { expiry in
      expiry.value.map { .present($0.completed(by: fraction)) } ?? expiry
    }
    earliestExpiry = earliestExpiry?.completed { $0.completed(by: fraction) }
    completePurchase()
  }
}

extension JoinedTransaction {
  /// The trust of the newest source. Every fact asserts the purchase.
  var trust: Trust { newestPurchase.assertion.trust }

  private mutating func completePurchase() { purchase = completedPurchase(by: trust) }

  private func completedPurchase(by trust: Trust) -> Purchase {
    guard self.trust < .signed, let unsigned else { return newestPurchase.value }
    return unsigned.completing(newestPurchase, by: trust)
  }

  /// Leaves out the field groups that only a shared secret asserted.
  mutating func leaveOutSharedSecret() {
    if newestExpiry?.assertion.trust == .sharedSecret { newestExpiry = nil }
    if newestUpgrade?.assertion.trust == .sharedSecret { newestUpgrade = nil }
    if newestRevocation?.assertion.trust == .sharedSecret { newestRevocation = nil }
  }

  /// True if a group was asserted by a shared secret alone.
  var hasSharedSecret: Bool {
    newestExpiry?.assertion.trust == .sharedSecret
      || newestUpgrade?.assertion.trust == .sharedSecret
      || newestRevocation?.assertion.trust == .sharedSecret
  }

  /// True if sources of lesser trust may tell fields about which the newest one is silent.
  var isIncomplete: Bool { trust < .signed && unsigned != nil }

  /// Fills in the silent fields of the purchase from sources of any trust.
  mutating func completeAsTold() {
    newestPurchase = newestPurchase.mapped { _ in completedPurchase(by: .sharedSecret) }
    completePurchase()
  }

  /// The events that asserted the present values, ascending, without duplicates.
  var because: [EventID] {
    let events = [
      newestPurchase.event, newestExpiry?.event, newestUpgrade?.event, newestRevocation?.event,
      firstCopy,
    ]
    let told = trust < .signed ? unsigned?.events ?? [] : []
    return Set(events.compactMap(\.self) + told).sorted()
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
