/// The decision that a chain with an owner belongs to other owners from now on.
package struct OwnershipChanged: EventContent, Codable {
  package enum Cause: String, Sendable, Codable, CaseIterable {
    /// A claim made another account the only owner.
    case transferred
    /// A claim added an owner to the present ones.
    case shared
    /// An operator assigned the chain.
    case assigned
    /// An operator undid the last change.
    case undone
  }

  package let chain: ChainID
  package let bundleID: BundleID
  /// All owners from now on, sorted.
  package let owners: [AccountReference]
  /// The account that the change concerns: the claimant, the assignee, or the account of the undone
  /// change.
  package let account: AccountReference
  package let cause: Cause
  /// The operator who decided; nil for a claim.
  package let author: String?
  package let reason: String?
  package let decidedAt: Instant

  package init(
    chain: ChainID, bundleID: BundleID, owners: some Sequence<AccountReference>,
    account: AccountReference, cause: Cause, author: String? = nil, reason: String? = nil,
    decidedAt: Instant
  ) {
    self.chain = chain
    self.bundleID = bundleID
    self.owners = Set(owners).sorted()
    self.account = account
    self.cause = cause
    self.author = author
    self.reason = reason
    self.decidedAt = decidedAt
  }

  package static var type: EventType { .ownershipChanged }
  package var stream: StreamID { .chain(chain) }
  package var assertedAt: Instant { decidedAt }
  package var subject: AccountReference? { account }
  package var accounts: Set<AccountReference> { Set(owners).union([account]) }

  package var digest: Digest {
    var form = CanonicalForm(15)
    form.add(1, chain.environment.rawValue)
    form.add(2, chain.originalTransactionID)
    form.add(3, bundleID)
    form.add(6, decidedAt)
    form.add(10, account.key)
    form.add(46, reason)
    form.add(47, author)
    for owner in owners { form.add(50, owner.key) }
    form.add(51, cause.rawValue)
    return form.digest
  }
}
