/// The first post of a chain by an account: of an item that Apple signed, or of the chain's
/// identifier alone. Without a signed token, the order of posts decides on the owner.
package struct ChainPosted: EventContent, Codable {
  package let chain: ChainID
  package let account: AccountReference
  /// True for a signed item, false for a link by the chain's identifier.
  package let isSigned: Bool
  package let postedAt: Instant

  package init(
    chain: ChainID, account: AccountReference, isSigned: Bool,
    postedAt: Instant
  ) {
    self.chain = chain
    self.account = account
    self.isSigned = isSigned
    self.postedAt = postedAt
  }

  package static var type: EventType { .chainPosted }
  package var stream: StreamID { .chain(chain) }
  package var assertedAt: Instant { postedAt }
  package var subject: AccountReference? { account }

  package var digest: Digest {
    var form = CanonicalForm(20)
    form.add(1, chain.environment.rawValue)
    form.add(2, chain.originalTransactionID)
    form.add(3, chain.bundleID)
    form.add(6, postedAt)
    form.add(10, account.key)
    form.add(60, isSigned)
    return form.digest
  }
}
