/// The consent of an account to report to Apple how much of a purchase was used: a fold of the
/// account's stream.
///
/// Erasing an account withdraws its consent.
package struct ConsumptionConsent: Hashable, Sendable {
  package let account: AccountReference
  /// The last change; nil if there was none since the account was last erased.
  package private(set) var last: ConsentChanged?
  /// The number of changes.
  package private(set) var count = 0

  package init(_ account: AccountReference) {
    self.account = account
  }

  package init(_ account: AccountReference, _ events: some Sequence<RecordedEvent>) {
    self.init(account)
    for event in events { evolve(with: event.event) }
  }

  package var isGiven: Bool { last?.given ?? false }

  /// Applies the next event of the account.
  package mutating func evolve(with event: LedgerEvent) {
    guard case .account(let event) = event else { return }
    switch event.topic {
    case .consent(let change):
      precondition(change.account == account, "a consent is that of one account")
      last = change
      count = max(count, change.number)
    case .erasure: last = nil
    case .claim, .alias, .coins, .promotion: break
    }
  }

  /// Decides on a change of the consent; nil if nothing changes.
  package func decide(
    given: Bool, in bundleID: BundleID, environment: StoreEnvironment, at moment: Instant
  ) -> ConsentChanged? {
    guard last?.given != given else { return nil }
    return ConsentChanged(
      environment: environment, bundleID: bundleID, account: account, given: given,
      number: count + 1, changedAt: moment)
  }
}
