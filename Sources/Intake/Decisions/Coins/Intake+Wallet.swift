import EventStore
package import Ledger

extension Intake {
  /// Does what is asked of an account's wallet, once for each key; asked of an alias, of the account it
  /// stands for. Returns after the commit.
  package func ask(
    _ command: WalletCommand, of account: AccountID, in bundleID: BundleID,
    environment: StoreEnvironment
  ) async throws -> WalletAnswer {
    let name = AccountName(environment, bundleID, account)
    return try await translatingTrouble {
      try await decide(on: name.reference, names: [name]) { account in
        WalletRequest(
          account: account, bundleID: bundleID, environment: environment, command: command)
      }
    }
  }

  /// Has a wallet follow grants; tells what could not be booked.
  func follow(
    _ standings: [GrantStanding], for account: AccountReference, in bundleID: BundleID,
    environment: StoreEnvironment
  ) async throws -> [WalletRefusal] {
    let rule = GrantFollowing(
      account: account, bundleID: bundleID, environment: environment, standings: standings)
    if rule.isDone(on: try await log.state(of: rule, in: wallets.folds).state) { return [] }
    return try await decide(on: account, names: []) { account in
      GrantFollowing(
        account: account, bundleID: bundleID, environment: environment, standings: standings)
    }
  }

  /// A name stands for an account that is no alias itself: two steps are the most there are.
  private func decide<Rule: WalletRule, Value>(
    on account: AccountReference, names: [AccountName], _ rule: (AccountReference) -> Rule
  ) async throws -> Value where Rule.Verdict == WalletVerdict<Value> {
    switch try await log.decide(rule(account), in: wallets.folds, names: names).verdict {
    case .decided(let value): return value
    case .elsewhere(let other): return try await decide(on: other, names: [], rule)
    }
  }
}
