/// The accounts that tokens name, and the accounts they were merged into, as known at a moment.
package struct TokenNames: Hashable, Sendable {
  enum Name: Hashable {
    case account(AccountReference)
    /// The token was withdrawn, or its account erased, and counts as none.
    case freed
    /// The token names no account that the ledger knows.
    case unknown
  }

  private var names: [AccountReference: AccountAliases] = [:]

  package init() {}

  package init(_ names: some Sequence<AccountAliases>) {
    for aliases in names { self.names[aliases.account] = aliases }
  }

  func name(of token: AccountReference) -> Name {
    guard let aliases = names[token] else { return .unknown }
    return aliases.aliasOf.map(Name.account) ?? (aliases.isFreed ? .freed : .unknown)
  }

  /// Returns the account that a merged account was merged into, and any other account itself.
  func target(of account: AccountReference) -> AccountReference {
    names[account]?.mergedInto ?? account
  }

  /// Returns true if a token names the account, or named it before it was withdrawn.
  func hasNamed(_ token: AccountReference, _ account: AccountReference) -> Bool {
    token == account || names[token]?.hasBeen(account) ?? false
  }

  /// Returns the account of which this one is another name; nil if it is an account of its own.
  func account(aliasedBy account: AccountReference) -> AccountReference? {
    names[account].flatMap { $0.isAlias ? $0.aliasOf : nil }
  }

  /// Returns the account of a chain's owner; nil while no account owns the chain. The owner that a
  /// chain inherited may be a token that names no known account.
  func account(
    of owner: ChainOwner, preferring first: AccountReference?, isInherited: Bool = false
  ) -> AccountReference? {
    switch owner {
    case .none: nil
    case .accounts(let accounts) where isInherited:
      accounts.lazy.compactMap { self.account(of: .token($0), preferring: nil) }.first
    case .accounts(let accounts): accounts.first { $0 == first } ?? accounts.first
    case .token(let token): if case .account(let account) = name(of: token) { account } else { nil }
    }
  }
}
