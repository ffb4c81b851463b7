import Ledger

/// A search for the accounts behind names, for the chains that the accounts claimed, and for their promotional
/// entitlements. The caller loads what the `wanted` names tell, passes it to `apply(_:claims:promotions:)`, and
/// repeats until none are wanted.
struct AccountSearch: Sendable {
  /// The account behind a name.
  struct Found: Sendable {
    let resolution: AccountResolution
    /// The chains that the account claimed by any of its names, whether or not they belong to it.
    let claims: Set<ChainID>
    /// The promotional entitlements under any of its names, in the order of their grants.
    let promotions: [Promotion]
  }

  private var resolutions: AccountResolutions
  private var claims: [AccountReference: Set<ChainID>] = [:]
  private var promotions: [AccountReference: [Promotion]] = [:]

  init(_ names: some Sequence<AccountReference>) {
    resolutions = AccountResolutions(names)
  }

  /// The names of which nothing is loaded yet; empty at the end.
  var wanted: [AccountReference] { resolutions.wanted }

  /// Applies the aliases of all wanted names, the chains that each of them claimed, and its promotions.
  mutating func apply(
    _ aliases: [AccountAliases], claims: [AccountReference: Set<ChainID>],
    promotions: [AccountReference: [Promotion]]
  ) {
    self.claims.merge(claims) { $0.union($1) }
    self.promotions.merge(promotions) { $1 }
    resolutions.apply(aliases)
  }

  subscript(name: AccountReference) -> Found {
    let resolution = resolutions[name]
    return Found(
      resolution: resolution,
      claims: resolution.names.reduce(into: []) { $0.formUnion(claims[$1] ?? []) },
      promotions: resolution.names.flatMap { promotions[$0] ?? [] }
        .sorted { ($0.grantedAt, $0.id) < ($1.grantedAt, $1.id) })
  }
}
