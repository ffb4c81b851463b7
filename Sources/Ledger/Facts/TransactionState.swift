/// Everything known of one transaction: the join of its facts, in whatever order they came.
///
/// Per field group the newest assertion stands, by (trust, asserted at, digest); a silent group
/// erases nothing. Joining is commutative, associative and idempotent.
package struct TransactionState: Hashable, Sendable, Codable {
  package let transactionID: TransactionID
  package private(set) var newestPurchase: Register<Purchase>
  package private(set) var newestExpiry: Register<Asserted<Instant>>?
  package private(set) var newestUpgrade: Register<Bool>?
  package private(set) var newestRevocation: Register<Asserted<Revocation>>?
  /// The expiry asserted first by a source of trust 1 or 2: what was added later is an extension.
  package private(set) var earliestExpiry: Register<Instant>?
  /// When a source of trust 1 or 2 first asserted that an upgrade replaced this.
  package private(set) var earliestUpgrade: Sighting?
  package private(set) var revocationHistory: RevocationHistory

  package init(_ fact: TransactionFact, by event: EventID) {
    let assertion = fact.assertion
    transactionID = fact.transactionID
    newestPurchase = Register(fact.purchase, assertion, by: event)
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

  package mutating func merge(_ other: TransactionState) {
    precondition(transactionID == other.transactionID, "a state joins facts of one transaction")
    newestPurchase.keepNewest(other.newestPurchase)
    newestExpiry.keepNewest(other.newestExpiry)
    newestUpgrade.keepNewest(other.newestUpgrade)
    newestRevocation.keepNewest(other.newestRevocation)
    earliestExpiry.keepEarliest(other.earliestExpiry)
    earliestUpgrade = [earliestUpgrade, other.earliestUpgrade].compactMap(\.self).min()
    revocationHistory.merge(other.revocationHistory)
  }
}

extension TransactionState {
  /// The same without the groups that only a shared secret told.
  var withoutSharedSecret: TransactionState {
    var state = self
    if newestExpiry?.assertion.trust == .sharedSecret { state.newestExpiry = nil }
    if newestUpgrade?.assertion.trust == .sharedSecret { state.newestUpgrade = nil }
    if newestRevocation?.assertion.trust == .sharedSecret { state.newestRevocation = nil }
    return state
  }

  /// How long after the purchase a first copy is still taken to show the expiry that was paid for.
  package static let unextendedMax: Duration = .seconds(86_400)

  package var purchase: Purchase { newestPurchase.value }
  package var expiresDate: Instant? { newestExpiry?.value.value }
  package var isUpgraded: Bool { newestUpgrade?.value ?? false }
  package var revocation: Revocation? { newestRevocation?.value.value }
  package var firstExpiresDate: Instant? { earliestExpiry?.value }

  /// Whether the first expiry was learnt so late that an extension may stand in it already.
  package var isFirstExpiryUncertain: Bool {
    guard let earliestExpiry else { return false }
    return earliestExpiry.assertion.assertedAt > purchase.purchaseDate + Self.unextendedMax
  }

  /// The strongest and newest assertion of all: every fact asserts the purchase.
  package var confirmation: Assertion { newestPurchase.assertion }
  package var confirmedAt: Instant { confirmation.assertedAt }
  package var trust: Trust { confirmation.trust }

  /// The events that said what stands now, ascending, each once.
  package var because: [EventID] {
    let events = [
      newestPurchase.event, newestExpiry?.event, newestUpgrade?.event, newestRevocation?.event,
    ]
    return Set(events.compactMap(\.self)).sorted()
  }

  /// What took it back by then and had not been reversed; nil where the customer had it.
  package func revocation(at moment: Instant) -> Revocation? {
    if let revocation, revocation.date <= moment { return revocation }
    return revocationHistory.reversedRevocation(at: moment)
  }

  package func isRevoked(at moment: Instant) -> Bool { revocation(at: moment) != nil }
}
