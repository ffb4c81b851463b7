import EventStore
import Ledger

/// Two accounts of one environment that a merge is about. An alias stands for its account.
struct MergePair: Sendable {
  let from: AccountReference
  let into: AccountReference
  /// The names in the request.
  let names: [AccountName]
  private let bundleID: BundleID
  private let environment: StoreEnvironment

  init(
    from: AccountName, into: AccountName, bundleID: BundleID, environment: StoreEnvironment,
    by accounts: AccountReader
  ) async throws {
    names = [from, into]
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

  /// Returns the events that make both accounts known.
  func becomingKnown(by accounts: AccountReader, at moment: Instant) async throws -> [NewEvent] {
    try await accounts.aliases(of: [from, into]).filter { !$0.isKnown }.map { aliases in
      NewEvent(
        .account(
          .accountAliased(
            AccountAliased(
              environment: environment, bundleID: bundleID, alias: aliases.account,
              account: aliases.account, generation: aliases.generation, decidedAt: moment))))
    }
  }

  func rule(_ command: MergeRule.Command) -> MergeRule {
    MergeRule(
      from: from, into: into, bundleID: bundleID, environment: environment, command: command)
  }
}
