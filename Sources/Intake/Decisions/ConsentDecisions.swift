import EventStore
package import Ledger

/// The decisions on accounts' consent.
package struct ConsentDecisions: Sendable {
  private let recorder: EventRecorder
  private let names: NameDecisions
  /// The cached consents that were decided on.
  private let cache: AggregateCache<ConsentBook>

  init(recorder: EventRecorder, names: NameDecisions) {
    self.recorder = recorder
    self.names = names
    cache = AggregateCache(of: recorder.log)
  }

  /// Records if an account consents to telling Apple how much of its purchases was used. For an
  /// alias, records the consent of the alias's account. Makes a new name known before. A repetition changes
  /// nothing. Returns after the commit, with a position that covers the consent, and with the chains that waited
  /// under the name until now.
  package func record(
    _ given: Bool, by account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment,
    within reach: KeyReach
  ) async throws -> (position: Position, brought: [TokenChains]) {
    let name = AccountName(environment, bundleID, account)
    var rule = ConsentRule(
      account: name.reference, bundleID: bundleID, environment: environment, given: given,
      decidedAt: recorder.now())
    var brought = BroughtAlong()
    while true {
      let (book, position) = try await recorder.log.state(of: rule, in: cache)
      if !book.isDecided, book.aliasOf == nil {
        brought += try await names.makeKnown(
          account, of: bundleID, for: environment, within: reach)
      }
      if book.aliasOf == nil, book.consent.last?.given == given {
        return (brought.covering(position), brought.chains)
      }
      let decided = try await Rejection.translatingFailure {
        try await recorder.log.decide(rule, in: cache, names: [name])
      }
      switch decided.verdict {
      case .decided:
        let reached = decided.appended.outcomes.isEmpty ? position : decided.appended.position
        return (brought.covering(reached), brought.chains)
      case .elsewhere(let account):
        rule = ConsentRule(
          account: account, bundleID: bundleID, environment: environment, given: given,
          decidedAt: recorder.now())
      }
    }
  }
}
