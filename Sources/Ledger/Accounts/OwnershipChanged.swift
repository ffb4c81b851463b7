/// We decided that a chain that was somebody's belongs to others from now on.
package struct OwnershipChanged: Hashable, Sendable, Codable {
  package enum Cause: String, Sendable, Codable, CaseIterable {
    /// A claim took the chain over.
    case transferred
    /// A claim was added to those who own it.
    case shared
    /// An operator said whose it is.
    case assigned
    /// An operator took the last change back.
    case undone
  }

  package let chain: ChainID
  package let bundleID: BundleID
  /// All to whom it belongs from now on, sorted.
  package let owners: [AccountReference]
  /// The one it speaks of: who claimed it, was given it, or was spoken of by the change undone.
  package let account: AccountReference
  package let cause: Cause
  /// Who decided and why, where it was an operator.
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
