/// The decision that a chain belongs to the first account that posted it, or that its first token
/// named. Recorded by the rules before owners followed signed tokens; it stands until a change.
package struct ChainOwned: EventContent, Codable {
  package let chain: ChainID
  package let account: AccountReference
  package let decidedAt: Instant

  package init(chain: ChainID, account: AccountReference, decidedAt: Instant) {
    self.chain = chain
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
    form.add(3, chain.bundleID)
    form.add(6, decidedAt)
    form.add(10, account.key)
    return form.digest
  }
}
