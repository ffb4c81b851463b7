import EventStore
import Ledger

/// A decision that erases one name of a person, made under the lock of the name's lane, so that of two erasures at once
/// each begins a generation of its own.
struct ErasureRule: Decider {
  let account: AccountReference
  let bundleID: BundleID
  let environment: StoreEnvironment
  /// The names that are erased together.
  let names: Set<AccountReference>
  /// The chains whose evidence is destroyed.
  let chains: [OriginalTransactionID]
  let author: String?
  let reason: String?
  /// The moment of the decision, by the caller's clock.
  let decidedAt: Instant

  var stream: StreamID { .account(account) }
  var initial: AccountAliases { AccountAliases(account) }

  func evolve(_ aliases: inout AccountAliases, with event: LedgerEvent) {
    aliases.evolve(with: event)
  }

  /// Erases the name; the verdict is nil if it leads to another person, by a merge or as an alias.
  func decide(
    on aliases: AccountAliases, at moment: Instant
  ) -> (verdict: AccountErased?, events: [LedgerEvent]) {
    if let leader = aliases.leader, !names.contains(leader) { return (nil, []) }
    let erased = erasure(beginning: aliases.generation + 1)
    return (erased, [.account(.accountErased(erased))])
  }

  /// The streams whose evidence and names become unreadable, whatever the generation.
  var forgottenStreams: [StreamID] { erasure(beginning: 0).forgottenStreams }

  private func erasure(beginning generation: Int) -> AccountErased {
    AccountErased(
      environment: environment, bundleID: bundleID, account: account, chains: chains,
      generation: generation, author: author, reason: reason, erasedAt: decidedAt)
  }
}
