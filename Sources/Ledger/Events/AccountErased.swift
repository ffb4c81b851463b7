/// The erasure of an account on request: its name and the evidence of its chains can no longer be
/// read. Purchases and payments stay.
package struct AccountErased: EventContent, Codable {
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  package let account: AccountReference
  /// The chains whose evidence was destroyed, in the account's environment.
  package let chains: [OriginalTransactionID]
  /// The generation of the account's name from now on; nil for an erasure before erasures ended
  /// the account's claim to its name.
  package let generation: Int?
  /// The person or key that erased the account; nil for an erasure from before these were recorded.
  package let author: String?
  /// The reason; nil if none was given.
  package let reason: String?
  package let erasedAt: Instant

  package init(
    environment: StoreEnvironment, bundleID: BundleID, account: AccountReference,
    chains: [OriginalTransactionID], generation: Int? = nil, author: String? = nil,
    reason: String? = nil, erasedAt: Instant
  ) {
    self.environment = environment
    self.bundleID = bundleID
    self.account = account
    self.chains = chains.sorted()
    self.generation = generation
    self.author = author
    self.reason = reason
    self.erasedAt = erasedAt
  }

  /// The streams whose evidence and names become unreadable.
  package var forgottenStreams: [StreamID] {
    [stream] + chains.map { .chain(ChainID(bundleID, environment, $0)) }
  }

  package static var type: EventType { .accountErased }
  package var stream: StreamID { .account(account) }
  package var assertedAt: Instant { erasedAt }
  package var subject: AccountReference? { account }

  package var digest: Digest {
    var form = CanonicalForm(6)
    form.add(1, environment.rawValue)
    form.add(3, bundleID)
    form.add(6, erasedAt)
    form.add(10, account.key)
    for chain in chains { form.add(11, chain) }
    form.add(46, reason)
    form.add(47, author)
    form.add(63, generation.map(Int64.init))
    return form.digest
  }
}
