import EventStore
package import Foundation
package import Ledger

extension Intake {
  /// Makes an `appAccountToken` an alias of an account before Apple first signs it. Returns true if
  /// the token is an alias of the account. An alias is permanent. Returns after the commit.
  package func register(
    token: UUID, for account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> Bool {
    let name = AccountName(environment, bundleID, account)
    let alias = AccountName(environment, bundleID, AccountID(token: token))
    let appended = try await append(
      naming(name.reference, alias.reference, bundleID, environment), names: [name, alias])
    guard let decided = appended.outcomes.last, decided.isDuplicate else { return true }
    return try await log.resolve(alias.reference).account
      == log.resolve(name.reference).account
  }

  /// Returns the events that make a name an account of its own and a different token its alias.
  func naming(
    _ account: AccountReference, _ token: AccountReference?, _ bundleID: BundleID,
    _ environment: StoreEnvironment
  ) -> [NewEvent] {
    let own = own(account, bundleID, environment)
    guard let token, token != account else { return [own] }
    return [
      own,
      NewEvent(
        .account(
          .aliasClaimed(
            AliasClaimed(
              environment: environment, bundleID: bundleID, account: account, alias: token,
              claimedAt: now())))),
      NewEvent(
        .account(
          .accountAliased(
            AccountAliased(
              environment: environment, bundleID: bundleID, alias: token, account: account,
              decidedAt: now())))),
    ]
  }
}
