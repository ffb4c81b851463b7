/// The claim of a chain by an account, by a post or by its `appAccountToken`. The chain's own
/// stream decides on the owner; the claim makes the chain found under the account.
package struct ChainClaimed: EventContent {
  package let chain: ChainID
  package let account: AccountReference
  /// The generation of the account's name: an erasure forgets the claims before it.
  package let generation: Int
  package let claimedAt: Instant

  package init(
    chain: ChainID, account: AccountReference, generation: Int = 0,
    claimedAt: Instant
  ) {
    self.chain = chain
    self.account = account
    self.generation = generation
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
    form.add(3, chain.bundleID)
    form.add(6, claimedAt)
    form.add(10, account.key)
    form.add(63, generation == 0 ? nil : Int64(generation))
    return form.digest
  }
}
