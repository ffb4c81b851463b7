/// The resolution of a name to its account and all names of that account. The caller loads the
/// `wanted` aliases, passes them to `apply(_:)`, and repeats until none are wanted.
///
/// An alias may have been claimed by another alias: both belong to one account.
package struct AccountResolution: Sendable {
  /// The account, as far as it is resolved.
  package private(set) var account: AccountReference
  /// All names of the account, including the requested one.
  package private(set) var names: Set<AccountReference>
  /// The accounts whose aliases must be loaded next; empty at the end.
  package private(set) var wanted: [AccountReference]
  /// True if a write named the account. A name that only Apple's tokens carry is not known.
  package private(set) var isKnown = false
  /// The generation of the account's name.
  package private(set) var generation = 0
  /// True if the name itself was withdrawn or erased before, so that it may be another person's now.
  package private(set) var wasFreed = false
  private var isAccountFound = false
  /// The claimed names and guests whose account is not known yet, each with its claimants.
  private var claimed: [AccountReference: Set<AccountReference>] = [:]
  private var expanded: Set<AccountReference> = []
  /// The merges by which the account was found, with their numbers.
  private var followed: [AccountAliases.Merge: Int] = [:]
  /// True if aliases that were loaded later know of a later merge or undo than those that led to the account: the
  /// names are of no single moment.
  private var isTorn = false

  package init(_ name: AccountReference) {
    account = name
    names = [name]
    wanted = [name]
  }

  /// Resolves a name by aliases that may change between the loads: what was loaded is loaded again if a merge or
  /// an undo came between.
  package static func resolve(
    _ name: AccountReference,
    loading aliases: ([AccountReference]) async throws -> [AccountAliases]
  ) async throws -> AccountResolution {
    while true {
      var resolution = AccountResolution(name)
      while case let wanted = resolution.wanted, !wanted.isEmpty, !resolution.isTorn {
        resolution.apply(try await aliases(wanted))
      }
      if !resolution.isTorn { return resolution }
    }
  }

  /// Applies the aliases of all wanted accounts.
  package mutating func apply(_ aliases: [AccountAliases]) {
    wanted = []
    for aliases in aliases {
      if followed.contains(where: { aliases.lastNumber(of: $0) > $1 }) { isTorn = true }
      if isAccountFound { applyClaimed(aliases) } else { ascend(from: aliases) }
    }
  }

  private mutating func ascend(from aliases: AccountAliases) {
    if names.count == 1 { wasFreed = aliases.generation > 0 }
    guard let next = aliases.leader, names.insert(next).inserted else {
      isAccountFound = true
      isKnown = aliases.isKnown
      generation = aliases.generation
      return expand(aliases)
    }
    if let (merge, number) = aliases.standingMerge { followed[merge] = number }
    account = next
    wanted = [next]
  }

  private mutating func applyClaimed(_ aliases: AccountAliases) {
    guard let leader = aliases.leader, claimed[aliases.account]?.contains(leader) == true
    else { return }
    names.insert(aliases.account)
    expand(aliases)
  }

  private mutating func expand(_ aliases: AccountAliases) {
    guard expanded.insert(aliases.account).inserted else { return }
    for name in aliases.claimed.union(aliases.guests).sorted() where !expanded.contains(name) {
      claimed[name, default: []].insert(aliases.account)
      if !wanted.contains(name) { wanted.append(name) }
    }
  }
}
