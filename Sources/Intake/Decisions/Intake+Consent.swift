import EventStore
package import Ledger

extension Intake {
  /// Records if an account consents to telling Apple how much of its purchases was used. For an
  /// alias, records the consent of the alias's account. A repetition changes nothing. Returns after
  /// the commit, with a position that covers the consent.
  package func consent(
    _ given: Bool, by account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> Position {
    let name = AccountName(environment, bundleID, account)
    var rule = ConsentRule(
      account: name.reference, bundleID: bundleID, environment: environment, given: given,
      decidedAt: now())
    while true {
      let (book, position) = try await log.state(of: rule, in: consents)
      if book.aliasOf == nil, book.consent.last?.given == given { return position }
      let decided = try await translatingFailure {
        try await log.decide(rule, in: consents, names: [name])
      }
      switch decided.verdict {
      case .decided:
        return decided.appended.outcomes.isEmpty ? position : decided.appended.position
      case .elsewhere(let account):
        rule = ConsentRule(
          account: account, bundleID: bundleID, environment: environment, given: given,
          decidedAt: now())
      }
    }
  }
}
