/// The state of one transaction: the join of its facts, in any order of arrival.
///
/// Copies share the joined facts, because every rule sorts and filters the states of a chain.
package struct TransactionState: Hashable, Sendable, Codable {
  private var boxed: Boxed<JoinedTransaction>

  package init(_ fact: TransactionFact, by event: EventID) {
    boxed = Boxed(JoinedTransaction(fact, by: event))
  }

  /// Joins the copies of one period, which Apple told under several identifiers: see
  /// ``JoinedTransaction``.
  ///
  /// - Precondition: there is a copy.
  init(copies: [TransactionState]) {
    boxed = Boxed(JoinedTransaction(copies: copies))
  }

  package init(from decoder: any Decoder) throws {
    boxed = Boxed(try JoinedTransaction(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws { try boxed.value.encode(to: encoder) }

  package mutating func merge(_ other: TransactionState) {
    boxed.change { $0.merge(other.joined) }
  }

  /// Adds a part of a second to the dates of the period that receipts told in whole seconds.
  mutating func completeDates(by fraction: Duration) {
    boxed.change { $0.completeDates(by: fraction) }
  }

  var joined: JoinedTransaction { boxed.value }

  package var transactionID: TransactionID { boxed.value.transactionID }
  /// The purchase as the rules of coins, money and days read it: of each field, what the newest source of
  /// trust 1 or 2 told; by a shared secret if nothing else is known.
  package var purchase: Purchase { boxed.value.purchase }
  package var newestExpiry: Register<Instant>? { boxed.value.newestExpiry }
  package var newestUpgrade: Register<Bool>? { boxed.value.newestUpgrade }
  package var newestRevocation: Register<Asserted<Revocation>>? { boxed.value.standingRevocation }
  /// The expiry that a source of trust 1 or 2 asserted first. Time added later is an extension.
  package var earliestExpiry: Register<Instant>? { boxed.value.earliestExpiry }
  /// The moment at which a source of trust 1 or 2 first asserted the present expiry, or else that at which a
  /// shared secret did.
  var expiryToldAt: Instant? { boxed.value.expiryToldAt ?? newestExpiry?.assertion.assertedAt }
  /// The first assertion by a source of trust 1 or 2 that an upgrade replaced this transaction.
  package var earliestUpgrade: Sighting? { boxed.value.earliestUpgrade }
  /// The copies of a purchase that Apple told under several identifiers; empty for one transaction.
  package var copies: [TransactionState] { boxed.value.copies }
  package var revocationHistory: RevocationHistory { boxed.value.revocationHistory }
  /// The events that asserted the present values, ascending, without duplicates.
  package var because: [EventID] { boxed.value.because }
}

extension TransactionState {
  /// The state without the field groups that only a shared secret asserted.
  var withoutSharedSecret: TransactionState {
    guard boxed.value.hasSharedSecret else { return self }
    var state = self
    state.boxed.change { $0.leaveOutSharedSecret() }
    return state
  }

  /// The state with the fields of its purchase from sources of any trust, as it is shown.
  var asTold: TransactionState {
    guard boxed.value.isToldFurther else { return self }
    var state = self
    state.boxed.change { $0.completeAsTold() }
    return state
  }

  /// Returns the state with the kind of a product that no source told.
  func typed(_ type: ProductType) -> TransactionState {
    var state = self
    state.boxed.change { $0.complete(type: type) }
    return state
  }

  /// The time after the purchase within which the first copy is assumed to show the expiry that was
  /// paid for.
  package static let unextendedMax: Duration = .seconds(86_400)

  package var expiresDate: Instant? { newestExpiry?.value }
  package var isUpgraded: Bool { newestUpgrade?.value ?? false }
  /// The revocation that stands, with the details that were told of it last; of several copies the one
  /// with the earliest date.
  package var revocation: Revocation? {
    newestRevocation?.value.value.map(revocationHistory.detailed)
  }
  package var firstExpiresDate: Instant? { earliestExpiry?.value }

  /// True if the first expiry was learned so late that it may include an extension.
  package var isFirstExpiryUncertain: Bool {
    guard let earliestExpiry else { return false }
    return earliestExpiry.assertion.assertedAt > purchase.purchaseDate + Self.unextendedMax
  }

  /// The strongest and newest of all assertions, because every fact tells product and date.
  package var confirmation: Assertion { boxed.value.tellings.newest.assertion }
  package var confirmedAt: Instant { confirmation.assertedAt }
  package var trust: Trust { boxed.value.trust }

  /// Returns the revocation that was in effect at `moment`; nil if the customer had the purchase.
  package func revocation(at moment: Instant) -> Revocation? {
    guard copies.isEmpty else { return copies.lazy.compactMap { $0.revocation(at: moment) }.first }
    if let revocation, revocation.date <= moment { return revocation }
    return revocationHistory.reversedRevocation(at: moment)
  }

  package func isRevoked(at moment: Instant) -> Bool { revocation(at: moment) != nil }
}
