import EventStore
package import Ledger

extension Intake {
  /// Executes a command on an account's wallet, once per key. For an alias, executes the command on
  /// the alias's account. Returns after the commit.
  package func ask(
    _ command: WalletCommand, of account: AccountID, in bundleID: BundleID,
    environment: StoreEnvironment
  ) async throws -> WalletAnswer {
    let name = AccountName(environment, bundleID, account)
    return try await translatingFailure {
      try await decide(on: name.reference, names: [name]) { account in
        WalletRequest(
          account: account, bundleID: bundleID, environment: environment, command: command)
      }
    }
  }

  /// Makes a wallet follow grants. Returns the movements that could not be booked.
  func follow(
    _ statuses: [GrantStatus], for account: AccountReference, in bundleID: BundleID,
    environment: StoreEnvironment
  ) async throws -> [WalletRejection] {
    let rule = GrantFollowing(
      account: account, bundleID: bundleID, environment: environment, statuses: statuses)
    if rule.isDone(on: try await log.state(of: rule, in: wallets.folds).state) { return [] }
    return try await decide(on: account, names: []) { account in
      GrantFollowing(
        account: account, bundleID: bundleID, environment: environment, statuses: statuses)
    }
  }

  /// Decides on a wallet and follows an alias to its account. An alias's account is no alias
  /// itself, so there are at most two steps.
  private func decide<Rule: WalletRule, Value>(
    on account: AccountReference, names: [AccountName], _ rule: (AccountReference) -> Rule
  ) async throws -> Value where Rule.Verdict == WalletVerdict<Value> {
    switch try await log.decide(rule(account), in: wallets.folds, names: names).verdict {
    case .decided(let value): return value
    case .elsewhere(let other): return try await decide(on: other, names: [], rule)
    }
  }
}
