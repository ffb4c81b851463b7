/// The resolutions of several names, made together. The caller loads the `wanted` aliases, passes
/// them to `apply(_:)`, and repeats until none are wanted.
///
/// Aliases that several names lead to are wanted once, so there are as many loads as the longest of
/// the resolutions needs.
package struct AccountResolutions: Sendable {
  private var resolutions: [AccountReference: AccountResolution]
  /// The aliases that were loaded so far.
  package private(set) var loaded: [AccountReference: AccountAliases] = [:]
  private var unresolved: Set<AccountReference>
  /// The accounts whose aliases must be loaded next; empty at the end.
  package private(set) var wanted: [AccountReference]

  /// - Parameter names: the names to resolve, in any order and each as often as it comes.
  package init(_ names: some Sequence<AccountReference>) {
    unresolved = Set(names)
    resolutions = Dictionary(
      uniqueKeysWithValues: unresolved.map { ($0, AccountResolution($0)) })
    wanted = unresolved.sorted()
  }

  /// Applies the aliases of all wanted accounts.
  package mutating func apply(_ aliases: [AccountAliases]) {
    for aliases in aliases { loaded[aliases.account] = aliases }
    var missing: Set<AccountReference> = []
    for name in unresolved {
      let missed = resolve(name)
      if missed.isEmpty { unresolved.remove(name) }
      missing.formUnion(missed)
    }
    wanted = missing.sorted()
  }

  /// Resolves a name as far as the loaded aliases allow. Returns the accounts whose aliases it lacks.
  private mutating func resolve(_ name: AccountReference) -> [AccountReference] {
    guard var resolution = resolutions[name] else { return [] }
    defer { resolutions[name] = resolution }
    while !resolution.wanted.isEmpty {
      let missing = resolution.wanted.filter { loaded[$0] == nil }
      guard missing.isEmpty else { return missing }
      resolution.apply(resolution.wanted.compactMap { loaded[$0] })
    }
    return []
  }

  /// Returns the resolution of a name, as far as it is made; of a name that was not asked for, its
  /// beginning.
  package subscript(name: AccountReference) -> AccountResolution {
    resolutions[name] ?? AccountResolution(name)
  }
}
