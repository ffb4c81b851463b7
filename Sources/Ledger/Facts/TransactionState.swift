/// The state of one transaction: the join of its facts, in any order of arrival.
///
/// The newest assertion of each field group is kept, by (trust, asserted at, digest); a silent
/// group erases nothing. Joining is commutative, associative and idempotent.
package struct TransactionState: Hashable, Sendable, Codable {
  package let transactionID: TransactionID
  package private(set) var newestPurchase: Register<Purchase>
  /// The fields that unsigned sources told; nil if there are none.
  private var unsigned: UnsignedPurchase?
  package private(set) var newestExpiry: Register<Asserted<Instant>>?
  package private(set) var newestUpgrade: Register<Bool>?
  package private(set) var newestRevocation: Register<Asserted<Revocation>>?
  /// The expiry that a source of trust 1 or 2 asserted first. Time added later is an extension.
  package private(set) var earliestExpiry: Register<Instant>?
  /// The first assertion by a source of trust 1 or 2 that an upgrade replaced this transaction.
  package private(set) var earliestUpgrade: Sighting?
  package private(set) var revocationHistory: RevocationHistory
  /// The event of the copy by which a joined period is known; nil in the state of one transaction.
  private var firstCopy: EventID?

  package init(_ fact: TransactionFact, by event: EventID) {
    let assertion = fact.assertion
    transactionID = fact.transactionID
    newestPurchase = Register(fact.purchase, assertion, by: event)
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

  package mutating func join(_ fact: TransactionFact, by event: EventID) {
    merge(TransactionState(fact, by: event))
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
    self = first
    for copy in copies where copy.transactionID != first.transactionID { joinGroups(of: copy) }
    newestPurchase = newestPurchase.mapped { $0.bought(as: first.purchase) }
    firstCopy = first.newestPurchase.event
    let standing = copies.compactMap(\.newestRevocation).filter { $0.value.value != nil }
    if !standing.isEmpty {
      newestRevocation = standing.reduce(into: nil) { $0.keepNewest($1) }
    }
    revocationHistory = RevocationHistory(copies: copies)
  }

  package mutating func merge(_ other: TransactionState) {
    precondition(transactionID == other.transactionID, "a state joins facts of one transaction")
    joinGroups(of: other)
    revocationHistory.merge(other.revocationHistory)
  }

  private mutating func joinGroups(of other: TransactionState) {
    newestPurchase.keepNewest(other.newestPurchase)
    if let told = other.unsigned, unsigned?.merge(told) == nil { unsigned = told }
    newestExpiry.keepNewest(other.newestExpiry)
    newestUpgrade.keepNewest(other.newestUpgrade)
    newestRevocation.keepNewest(other.newestRevocation)
    earliestExpiry.keepEarliest(other.earliestExpiry)
    earliestUpgrade = [earliestUpgrade, other.earliestUpgrade].compactMap(\.self).min()
  }

  /// Adds a part of a second to the dates of the period that receipts told in whole seconds.
  mutating func completeDates(by fraction: Duration) {
    newestPurchase = newestPurchase.completed {
      var purchase = $0
      purchase.purchaseDate = purchase.purchaseDate.completed(by: fraction)
      return purchase
    }
    newestExpiry = newestExpiry?.completed { expiry in
      expiry.value.map { .present($0.completed(by: fraction)) } ?? expiry
    }
    earliestExpiry = earliestExpiry?.completed { $0.completed(by: fraction) }
  }
}

extension TransactionState {
  /// The state without the field groups that only a shared secret asserted.
  var withoutSharedSecret: TransactionState {
    var state = self
    if newestExpiry?.assertion.trust == .sharedSecret { state.newestExpiry = nil }
    if newestUpgrade?.assertion.trust == .sharedSecret { state.newestUpgrade = nil }
    if newestRevocation?.assertion.trust == .sharedSecret { state.newestRevocation = nil }
    return state
  }

  /// The state with the silent fields of its purchase filled in from sources of any trust, as it is
  /// shown.
  var asTold: TransactionState {
    guard trust < .signed, unsigned != nil else { return self }
    var state = self
    state.newestPurchase = newestPurchase.mapped { _ in completedPurchase(by: .sharedSecret) }
    return state
  }

  private func completedPurchase(by trust: Trust) -> Purchase {
    guard self.trust < .signed, let unsigned else { return newestPurchase.value }
    return unsigned.completing(newestPurchase, by: trust)
  }

  /// The time after the purchase within which the first copy is assumed to show the expiry that was
  /// paid for.
  package static let unextendedMax: Duration = .seconds(86_400)

  /// The purchase as the rules of coins, money and days read it: fields about which the newest source
  /// is silent come from sources of at least its trust.
  package var purchase: Purchase { completedPurchase(by: trust) }
  package var expiresDate: Instant? { newestExpiry?.value.value }
  package var isUpgraded: Bool { newestUpgrade?.value ?? false }
  package var revocation: Revocation? { newestRevocation?.value.value }
  package var firstExpiresDate: Instant? { earliestExpiry?.value }

  /// True if the first expiry was learned so late that it may include an extension.
  package var isFirstExpiryUncertain: Bool {
    guard let earliestExpiry else { return false }
    return earliestExpiry.assertion.assertedAt > purchase.purchaseDate + Self.unextendedMax
  }

  /// The strongest and newest of all assertions, because every fact asserts the purchase.
  package var confirmation: Assertion { newestPurchase.assertion }
  package var confirmedAt: Instant { confirmation.assertedAt }
  package var trust: Trust { confirmation.trust }

  /// The events that asserted the present values, ascending, without duplicates.
  package var because: [EventID] {
    let events = [
      newestPurchase.event, newestExpiry?.event, newestUpgrade?.event, newestRevocation?.event,
      firstCopy,
    ]
    let told = trust < .signed ? unsigned?.events ?? [] : []
    return Set(events.compactMap(\.self) + told).sorted()
  }

  /// Returns the revocation that was in effect at `moment`; nil if the customer had the purchase.
  package func revocation(at moment: Instant) -> Revocation? {
    if let revocation, revocation.date <= moment { return revocation }
    return revocationHistory.reversedRevocation(at: moment)
  }

  package func isRevoked(at moment: Instant) -> Bool { revocation(at: moment) != nil }
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
