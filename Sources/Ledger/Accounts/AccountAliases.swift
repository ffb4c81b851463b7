/// What an account is an alias of, and which aliases it named: a fold of the account's stream.
package struct AccountAliases: Hashable, Sendable {
  package let account: AccountReference
  /// What was decided first: the account it is an alias of, or itself; nil while nothing was.
  package private(set) var aliasOf: AccountReference?
  /// The names it claimed. Each is its alias where that name's own stream says so.
  package private(set) var claimed: Set<AccountReference> = []

  package init(_ account: AccountReference) {
    self.account = account
  }

  package init(_ account: AccountReference, _ events: some Sequence<RecordedEvent>) {
    self.init(account)
    for event in events { evolve(with: event.event) }
  }

  /// Whether the name stands for another account.
  package var isAlias: Bool { aliasOf.map { $0 != account } ?? false }

  /// Takes in what its stream says of an alias and an account.
  package mutating func take(account: AccountReference, alias: AccountReference) {
    if alias == self.account { aliasOf = aliasOf ?? account } else { claimed.insert(alias) }
  }

  /// Takes in the next event of the account.
  package mutating func evolve(with event: LedgerEvent) {
    switch event {
    case .accountAliased(let decision):
      precondition(decision.alias == account, "aliases are those of one account")
      take(account: decision.account, alias: decision.alias)
    case .aliasClaimed(let claim):
      precondition(claim.account == account, "aliases are those of one account")
      take(account: claim.account, alias: claim.alias)
    case .transactionObserved, .renewalObserved, .noticeReceived, .chainOwned, .chainClaimed,
      .accountErased, .programmeEntered, .termsPublished, .cataloguePublished, .grantMade,
      .coinsMoved, .ownershipChanged, .grantAcknowledged, .consentChanged, .openingDeclared,
      .epochOpened:
      break
    }
  }
}
