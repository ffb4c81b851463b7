/// The decision, in the alias's own stream, to which account a name belongs. The first decision of
/// each generation of the name is final.
///
/// If alias and account are equal, the name is an account of the game's own and never an alias of
/// another.
package struct AccountAliased: EventContent, Codable {
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  package let alias: AccountReference
  package let account: AccountReference
  /// The generation of the name, counted from 0, which is recorded as nil: a withdrawal or an erasure
  /// begins the next one.
  package let generation: Int?
  package let decidedAt: Instant

  package init(
    environment: StoreEnvironment, bundleID: BundleID, alias: AccountReference,
    account: AccountReference, generation: Int = 0, decidedAt: Instant
  ) {
    self.environment = environment
    self.bundleID = bundleID
    self.alias = alias
    self.account = account
    self.generation = generation == 0 ? nil : generation
    self.decidedAt = decidedAt
  }

  package static var type: EventType { .accountAliased }
  package var stream: StreamID { .account(alias) }
  package var assertedAt: Instant { decidedAt }
  package var subject: AccountReference? { account }
  package var accounts: Set<AccountReference> { [account, alias] }

  package var digest: Digest {
    var form = CanonicalForm(13)
    form.add(1, environment.rawValue)
    form.add(3, bundleID)
    form.add(6, decidedAt)
    form.add(10, account.key)
    form.add(49, alias.key)
    form.add(63, generation.map(Int64.init))
    return form.digest
  }
}

/// The claim of an alias by an account, in the account's stream. The alias's stream decides:
/// ``AccountAliased``.
package struct AliasClaimed: EventContent, Codable {
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  package let account: AccountReference
  package let alias: AccountReference
  package let claimedAt: Instant

  package init(
    environment: StoreEnvironment, bundleID: BundleID, account: AccountReference,
    alias: AccountReference, claimedAt: Instant
  ) {
    self.environment = environment
    self.bundleID = bundleID
    self.account = account
    self.alias = alias
    self.claimedAt = claimedAt
  }

  package static var type: EventType { .aliasClaimed }
  package var stream: StreamID { .account(account) }
  package var assertedAt: Instant { claimedAt }
  package var subject: AccountReference? { account }
  package var accounts: Set<AccountReference> { [account, alias] }

  package var digest: Digest {
    var form = CanonicalForm(14)
    form.add(1, environment.rawValue)
    form.add(3, bundleID)
    form.add(6, claimedAt)
    form.add(10, account.key)
    form.add(49, alias.key)
    return form.digest
  }
}
