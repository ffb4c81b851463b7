/// The decision that a chain belongs to an account: the first account to post the chain wins.
package struct ChainOwned: EventContent, Codable {
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

  package static var type: EventType { .chainOwned }
  package var stream: StreamID { .chain(chain) }
  package var assertedAt: Instant { decidedAt }
  package var subject: AccountReference? { account }

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
package struct ChainClaimed: EventContent, Codable {
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

  package static var type: EventType { .chainClaimed }
  package var stream: StreamID { .account(account) }
  package var assertedAt: Instant { claimedAt }
  package var subject: AccountReference? { account }

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
