/// Finds out which account a name stands for, and by which names it is known. Whoever asks reads what is
/// wanted, hands it in, and goes on until nothing is.
///
/// An alias may have been claimed by an alias: both stand for one account.
package struct AccountResolution: Sendable {
  /// The account itself, as far as is known by now.
  package private(set) var account: AccountReference
  /// All its names, and the one that was asked for.
  package private(set) var names: Set<AccountReference>
  /// Whose aliases have to be read next; empty at the end.
  package private(set) var wanted: [AccountReference]
  private var isAccountFound = false
  /// Claimed names of which is not known yet whose they are, with who claimed them.
  private var claimed: [AccountReference: Set<AccountReference>] = [:]
  private var expanded: Set<AccountReference> = []

  package init(_ name: AccountReference) {
    account = name
    names = [name]
    wanted = [name]
  }

  /// Takes in all that was wanted.
  package mutating func take(_ aliases: [AccountAliases]) {
    wanted = []
    for aliases in aliases {
      if isAccountFound { takeClaimed(aliases) } else { ascend(from: aliases) }
    }
  }

  private mutating func ascend(from aliases: AccountAliases) {
    guard let next = aliases.aliasOf, names.insert(next).inserted else {
      isAccountFound = true
      return expand(aliases)
    }
    account = next
    wanted = [next]
  }

  private mutating func takeClaimed(_ aliases: AccountAliases) {
    guard let account = aliases.aliasOf, claimed[aliases.account]?.contains(account) == true
    else { return }
    names.insert(aliases.account)
    expand(aliases)
  }

  private mutating func expand(_ aliases: AccountAliases) {
    guard expanded.insert(aliases.account).inserted else { return }
    for name in aliases.claimed.sorted() where !expanded.contains(name) {
      claimed[name, default: []].insert(aliases.account)
      if !wanted.contains(name) { wanted.append(name) }
    }
  }
}
