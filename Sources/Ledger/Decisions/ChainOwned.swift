/// The decision that a chain belongs to an account: the first account to post the chain wins.
package struct ChainOwned: Hashable, Sendable, Codable {
  package let chain: ChainID
  package let bundleID: BundleID
  package let account: AccountReference
  package let decidedAt: Instant

  package init(chain: ChainID, bundleID: BundleID, account: AccountReference, decidedAt: Instant) {
    self.chain = chain
    self.bundleID = bundleID
    self.account = account
    self.decidedAt = decidedAt
  }

  package var digest: Digest {
    var form = CanonicalForm(4)
    form.add(1, chain.environment.rawValue)
    form.add(2, chain.originalTransactionID)
    form.add(3, bundleID)
    form.add(6, decidedAt)
    form.add(10, account.key)
    return form.digest
  }
}

/// The claim of a chain by an account, by a post or by its `appAccountToken`. The chain's own
/// stream decides on the owner.
package struct ChainClaimed: Hashable, Sendable, Codable {
  package let chain: ChainID
  package let bundleID: BundleID
  package let account: AccountReference
  package let claimedAt: Instant

  package init(chain: ChainID, bundleID: BundleID, account: AccountReference, claimedAt: Instant) {
    self.chain = chain
    self.bundleID = bundleID
    self.account = account
    self.claimedAt = claimedAt
  }

  package var digest: Digest {
    var form = CanonicalForm(5)
    form.add(1, chain.environment.rawValue)
    form.add(2, chain.originalTransactionID)
    form.add(3, bundleID)
    form.add(6, claimedAt)
    form.add(10, account.key)
    return form.digest
  }
}
