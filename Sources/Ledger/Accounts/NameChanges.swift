/// The numbers of changes of what some names stand for. The caller loads the `wanted` aliases, passes them to
/// `apply(_:)`, and repeats until none are wanted.
///
/// A name stands for something else after a change of its own, and after one of an account that answers for it.
/// Those that ever answered for it count, so that the number never falls.
package struct NameChanges: Sendable {
  private var loaded: [AccountReference: AccountAliases]
  /// The accounts whose aliases must be loaded next; empty at the end.
  package private(set) var wanted: [AccountReference]

  /// - Parameter known: the aliases that were loaded already.
  package init(
    of names: some Sequence<AccountReference>,
    knowing known: [AccountReference: AccountAliases] = [:]
  ) {
    loaded = known
    wanted = []
    want(Set(names).union(known.values.flatMap(\.leadersEver)))
  }

  /// Applies the aliases of all wanted accounts.
  package mutating func apply(_ aliases: [AccountAliases]) {
    for aliases in aliases { loaded[aliases.account] = aliases }
    want(Set(aliases.flatMap(\.leadersEver)))
  }

  private mutating func want(_ names: Set<AccountReference>) {
    wanted = names.filter { loaded[$0] == nil }.sorted()
  }

  /// Returns the number of changes of a name.
  package func count(of name: AccountReference) -> Int {
    var (found, open): (Set<AccountReference>, [AccountReference]) = ([name], [name])
    while let next = open.popLast() {
      for leader in loaded[next]?.leadersEver ?? [] where found.insert(leader).inserted {
        open.append(leader)
      }
    }
    return found.reduce(0) { $0 + (loaded[$1]?.changeCount ?? 0) }
  }
}
