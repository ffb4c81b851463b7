import EventStore
import Ledger

/// Two accounts of one environment that a merge is about. An alias stands for its account.
struct MergePair: Sendable {
  let from: AccountReference
  let into: AccountReference
  private let bundleID: BundleID
  private let environment: StoreEnvironment

  init(
    from: AccountName, into: AccountName, bundleID: BundleID, environment: StoreEnvironment,
    by accounts: AccountReader
  ) async throws {
    self.bundleID = bundleID
    self.environment = environment
    self.from = try await Self.account(of: from.reference, by: accounts)
    self.into = try await Self.account(of: into.reference, by: accounts)
  }

  /// Returns the account of an alias. An alias of a later claim may itself be one.
  private static func account(
    of name: AccountReference, by accounts: AccountReader
  ) async throws -> AccountReference {
    var (account, seen) = (name, Set([name]))
    while let next = try await accounts.aliases(of: [account])[0].aliasOf,
      seen.insert(next).inserted
    {
      account = next
    }
    return account
  }

  func rule(_ command: MergeRule.Command) -> MergeRule {
    MergeRule(
      from: from, into: into, bundleID: bundleID, environment: environment, command: command)
  }
}
