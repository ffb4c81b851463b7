import EventStore
package import Ledger

/// The result of an erasure.
package enum ErasureOutcome: Sendable, Hashable {
  case erased(AccountErased)
  /// The account was merged into another one. An erasure of that one erases both.
  case mergedInto
}

/// The accounts and purchases that an erasure would take.
package struct ErasureExtent: Sendable, Hashable {
  /// The account that answers for the person, and the accounts merged into it.
  package let accounts: [AccountReference]
  /// The chains that would lose their evidence: all that any name of the person has claimed since its last erasure.
  package let chains: [OriginalTransactionID]
  /// True if a write named the person, or a chain came under one of the names, since the last erasure.
  package let isHeard: Bool
}

/// The decisions that erase persons.
package struct ErasureDecisions: Sendable {
  private let recorder: EventRecorder
  private let accounts: AccountReader
  private let ownership: ChainOwnerDecisions
  private let cache: AggregateCache<AccountAliases>

  init(
    recorder: EventRecorder, accounts: AccountReader, ownership: ChainOwnerDecisions
  ) {
    self.recorder = recorder
    self.accounts = accounts
    self.ownership = ownership
    cache = AggregateCache(of: recorder.log)
  }

  /// Erases a person. The names of the account, of its aliases and of the accounts merged into it,
  /// and the evidence of every chain that any of them claimed, become permanently unreadable. Their
  /// chains wait for the next claim, and their tokens are free. The facts and all totals remain. A
  /// repetition erases what came since the last erasure; the evidence of earlier chains may be another
  /// person's by then. Returns after the commit.
  ///
  /// - Parameter takesMerged: true to erase the account that this one was merged into, with all that were
  ///   merged into it.
  package func erase(
    _ account: AccountReference, of bundleID: BundleID, in environment: StoreEnvironment,
    takingMerged takesMerged: Bool = false, author: String? = nil, reason: String? = nil
  ) async throws -> ErasureOutcome {
    let signature = Signature(author: author, reason: reason)
    let resolution = try await accounts.resolve(account)
    if takesMerged, resolution.account != account {
      return try await erase(
        resolution.account, of: bundleID, in: environment, author: author, reason: reason)
    }
    if try await isMerged(account) { return .mergedInto }
    let claimed = try await chains(claimedUnder: resolution.names)
    for chain in try await accounts.claims(of: resolution.names.sorted()).sorted() {
      let rule = LinkRule(
        chain: chain, command: .erase(resolution.account, knownAs: resolution.names),
        decidedAt: recorder.now())
      guard case .accepted = rule.verdict(on: try await ownership.owners(of: chain))
      else {
        continue
      }
      _ = try await ownership.decide(rule)
    }
    var names = resolution.names
    for alias in resolution.names.subtracting([account]).sorted() {
      let own = try await chains(claimedUnder: [alias])
      let erased = try await erase(
        alias, among: names, of: bundleID, in: environment, by: signature
      ) {
        own.union(try await chains(claimedUnder: [alias]))
      }
      if erased == nil { names.remove(alias) }
    }
    let erased = try await erase(
      account, among: names, of: bundleID, in: environment, by: signature
    ) {
      claimed.union(try await chains(claimedUnder: names))
    }
    return erased.map(ErasureOutcome.erased) ?? .mergedInto
  }

  /// The author of an erasure and the reason, as far as they were given.
  private struct Signature {
    let author: String?
    let reason: String?
  }

  /// Erases one of a person's names; returns nil if it leads to another person meanwhile.
  private func erase(
    _ name: AccountReference, among names: Set<AccountReference>, of bundleID: BundleID,
    in environment: StoreEnvironment, by signature: Signature,
    chains read: () async throws -> Set<OriginalTransactionID>
  ) async throws -> AccountErased? {
    var (chains, last) = (try await read(), AccountErased?.none)
    while true {
      let rule = ErasureRule(
        account: name, bundleID: bundleID, environment: environment, names: names,
        chains: chains.sorted(), author: signature.author, reason: signature.reason,
        decidedAt: recorder.now())
      let erased = try await recorder.log.decide(
        rule, in: cache, forgetting: rule.forgottenStreams
      ).verdict
      let known = try await read()
      guard let erased, known != chains else { return erased ?? last }
      (chains, last) = (known, erased)  // another chain was claimed meanwhile
    }
  }

  /// Returns what an erasure would take, by `erase(_:of:in:takingMerged:)`; nil for an account that was merged into
  /// another one, unless that one is taken too. Changes nothing.
  package func preview(
    of account: AccountReference, takingMerged takesMerged: Bool = false
  ) async throws -> ErasureExtent? {
    let resolution = try await accounts.resolve(account)
    if takesMerged, resolution.account != account {
      return try await preview(of: resolution.account)
    }
    if try await isMerged(account) { return nil }
    let names = try await accounts.aliases(of: resolution.names.sorted())
    let erased = names.filter { !$0.isAlias }.map(\.account)
    return ErasureExtent(
      accounts: erased.filter { $0 == account } + erased.filter { $0 != account },
      chains: try await chains(claimedUnder: resolution.names).sorted(),
      isHeard: try await hasHeard(of: resolution))
  }

  /// Returns true if the account behind a name was merged into another one.
  package func isMerged(_ name: AccountReference) async throws -> Bool {
    var (holder, seen) = (name, Set<AccountReference>())
    while seen.insert(holder).inserted {
      let aliases = try await accounts.aliases(of: [holder])[0]
      if aliases.mergedInto != nil { return true }
      guard let next = aliases.aliasOf else { return false }
      holder = next
    }
    return false
  }

  /// Returns true if a write named the account behind a name since it was last erased, or a chain was claimed by it
  /// since.
  package func hasHeard(of name: AccountReference) async throws -> Bool {
    try await hasHeard(of: try await accounts.resolve(name))
  }

  /// Returns true if a write named the account since it was last erased, by the log as it is now, or if a chain
  /// was claimed by it or waits under it since.
  private func hasHeard(of resolution: AccountResolution) async throws -> Bool {
    if resolution.isKnown { return true }
    return try await !accounts.claims(of: resolution.names.sorted()).isEmpty
  }

  /// Returns the chains that some names claimed, each since its last erasure.
  private func chains(
    claimedUnder names: Set<AccountReference>
  ) async throws -> Set<OriginalTransactionID> {
    Set(try await accounts.claims(of: names.sorted()).map(\.originalTransactionID))
  }
}
