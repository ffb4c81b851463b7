/// An operator's decision that a token no longer names the account it was registered to. The token
/// may be registered again; its chains keep their owner.
package struct TokenWithdrawn: EventContent, Codable {
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  /// The token, as a name.
  package let token: AccountReference
  /// The account that the token named until now.
  package let account: AccountReference
  /// The generation of the name from now on.
  package let generation: Int
  package let author: String
  package let reason: String
  package let decidedAt: Instant

  package init(
    environment: StoreEnvironment, bundleID: BundleID, token: AccountReference,
    account: AccountReference, generation: Int, author: String, reason: String, decidedAt: Instant
  ) {
    self.environment = environment
    self.bundleID = bundleID
    self.token = token
    self.account = account
    self.generation = generation
    self.author = author
    self.reason = reason
    self.decidedAt = decidedAt
  }

  package static var type: EventType { .tokenWithdrawn }
  package var stream: StreamID { .account(token) }
  package var assertedAt: Instant { decidedAt }
  package var subject: AccountReference? { account }
  package var accounts: Set<AccountReference> { [account, token] }

  package var digest: Digest {
    var form = CanonicalForm(23)
    form.add(1, environment.rawValue)
    form.add(3, bundleID)
    form.add(6, decidedAt)
    form.add(10, account.key)
    form.add(46, reason)
    form.add(47, author)
    form.add(49, token.key)
    form.add(63, Int64(generation))
    return form.digest
  }
}
