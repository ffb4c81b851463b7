import Ledger

/// A search for the accounts behind names, and for the chains that the accounts claimed. The caller
/// loads what the `wanted` names tell, passes it to `apply(_:claims:)`, and repeats until none are
/// wanted.
struct AccountSearch: Sendable {
  /// The account behind a name.
  struct Found: Sendable {
    let resolution: AccountResolution
    /// The chains that the account claimed by any of its names, whether or not they belong to it.
    let claims: Set<ChainID>
  }

  private var resolutions: AccountResolutions
  private var claims: [AccountReference: Set<ChainID>] = [:]

  init(_ names: some Sequence<AccountReference>) {
    resolutions = AccountResolutions(names)
  }

  /// The names of which nothing is loaded yet; empty at the end.
  var wanted: [AccountReference] { resolutions.wanted }

  /// Applies the aliases of all wanted names, and the chains that each of them claimed.
  mutating func apply(
    _ aliases: [AccountAliases], claims: [AccountReference: Set<ChainID>]
  ) {
    self.claims.merge(claims) { $0.union($1) }
    resolutions.apply(aliases)
  }

  subscript(name: AccountReference) -> Found {
    let resolution = resolutions[name]
    return Found(
      resolution: resolution,
      claims: resolution.names.reduce(into: []) { $0.formUnion(claims[$1] ?? []) })
  }
}
