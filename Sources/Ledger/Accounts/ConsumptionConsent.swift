/// Whether an account has consented that Apple is told how much of a purchase was used: a fold of the
/// account's stream.
///
/// An account that was erased has taken its consent back.
package struct ConsumptionConsent: Hashable, Sendable {
  package let account: AccountReference
  /// What it said last; nil where it said nothing since it was last erased.
  package private(set) var last: ConsentChanged?
  /// How often it said something.
  package private(set) var count = 0

  package init(_ account: AccountReference) {
    self.account = account
  }

  package init(_ account: AccountReference, _ events: some Sequence<RecordedEvent>) {
    self.init(account)
    for event in events { evolve(with: event.event) }
  }

  package var isGiven: Bool { last?.given ?? false }

  /// Takes in the next event of the account.
  package mutating func evolve(with event: LedgerEvent) {
    switch event {
    case .consentChanged(let change):
      precondition(change.account == account, "a consent is that of one account")
      last = change
      count = max(count, change.number)
    case .accountErased: last = nil
    case .transactionObserved, .renewalObserved, .noticeReceived, .chainOwned, .chainClaimed,
      .programmeEntered, .termsPublished, .cataloguePublished, .grantMade, .coinsMoved,
      .accountAliased, .aliasClaimed, .ownershipChanged, .grantAcknowledged, .openingDeclared,
      .epochOpened:
      break
    }
  }

  /// What follows from the account's word; nil where it said the same last.
  package func decide(
    given: Bool, in bundleID: BundleID, environment: StoreEnvironment, at moment: Instant
  ) -> ConsentChanged? {
    guard last?.given != given else { return nil }
    return ConsentChanged(
      environment: environment, bundleID: bundleID, account: account, given: given,
      number: count + 1, changedAt: moment)
  }
}
