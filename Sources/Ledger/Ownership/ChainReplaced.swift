/// The replacement of a chain by another one, which Apple told by
/// `previousOriginalTransactionId`. The successor has the owner of this chain unless its own token
/// speaks.
package struct ChainReplaced: EventContent, Codable {
  /// The replaced chain.
  package let chain: ChainID
  package let successor: OriginalTransactionID
  package let learnedAt: Instant

  package init(
    chain: ChainID, successor: OriginalTransactionID, learnedAt: Instant
  ) {
    self.chain = chain
    self.successor = successor
    self.learnedAt = learnedAt
  }

  package static var type: EventType { .chainReplaced }
  package var stream: StreamID { .chain(chain) }
  package var assertedAt: Instant { learnedAt }
  package var subject: AccountReference? { nil }

  package var digest: Digest {
    var form = CanonicalForm(21)
    form.add(1, chain.environment.rawValue)
    form.add(2, chain.originalTransactionID)
    form.add(3, chain.bundleID)
    form.add(6, learnedAt)
    form.add(61, successor)
    return form.digest
  }
}
