import EventStore
package import Ledger

/// The decisions on accounts' consent.
package struct ConsentDecisions: Sendable {
  private let recorder: EventRecorder
  /// The cached consents that were decided on.
  private let cache: AggregateCache<ConsentBook>

  init(recorder: EventRecorder) {
    self.recorder = recorder
    cache = AggregateCache(of: recorder.log)
  }

  /// Records if an account consents to telling Apple how much of its purchases was used. For an
  /// alias, records the consent of the alias's account. A repetition changes nothing. Returns after
  /// the commit, with a position that covers the consent.
  package func record(
    _ given: Bool, by account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> Position {
    let name = AccountName(environment, bundleID, account)
    var rule = ConsentRule(
      account: name.reference, bundleID: bundleID, environment: environment, given: given,
      decidedAt: recorder.now())
    while true {
      let (book, position) = try await recorder.log.state(of: rule, in: cache)
      if book.aliasOf == nil, book.consent.last?.given == given { return position }
      let decided = try await Rejection.translatingFailure {
        try await recorder.log.decide(rule, in: cache, names: [name])
      }
      switch decided.verdict {
      case .decided:
        return decided.appended.outcomes.isEmpty ? position : decided.appended.position
      case .elsewhere(let account):
        rule = ConsentRule(
          account: account, bundleID: bundleID, environment: environment, given: given,
          decidedAt: recorder.now())
      }
    }
  }
}
