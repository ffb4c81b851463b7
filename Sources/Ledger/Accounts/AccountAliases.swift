/// The aliases of an account and the account of which it is an alias: a fold of the account's
/// stream.
package struct AccountAliases: Hashable, Sendable {
  package let account: AccountReference
  /// The account to which the name belongs by the first decision: another account, or itself; nil
  /// before any decision.
  package private(set) var aliasOf: AccountReference?
  /// The claimed names. A claimed name is an alias only if its own stream says so.
  package private(set) var claimed: Set<AccountReference> = []

  package init(_ account: AccountReference) {
    self.account = account
  }

  package init(_ account: AccountReference, _ events: some Sequence<RecordedEvent>) {
    self.init(account)
    for event in events { evolve(with: event.event) }
  }

  /// True if the name is an alias of another account.
  package var isAlias: Bool { aliasOf.map { $0 != account } ?? false }

  /// Applies a decision or claim about an alias and an account.
  package mutating func apply(account: AccountReference, alias: AccountReference) {
    if alias == self.account { aliasOf = aliasOf ?? account } else { claimed.insert(alias) }
  }

  /// Applies the next event of the account.
  package mutating func evolve(with event: LedgerEvent) {
    guard case .alias(let event) = event.ofAccount?.topic else { return }
    switch event {
    case .decided(let decision):
      precondition(decision.alias == account, "aliases are those of one account")
      apply(account: decision.account, alias: decision.alias)
    case .claimed(let claim):
      precondition(claim.account == account, "aliases are those of one account")
      apply(account: claim.account, alias: claim.alias)
    }
  }
}
