package import Foundation

/// The withdrawal of a promotional entitlement. Granting the same again is a new promotion.
package struct PromotionWithdrawn: EventContent, Codable {
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  package let account: AccountReference
  /// The promotion that ends.
  package let id: UUID
  package let author: ActAuthor
  package let reason: String
  package let withdrawnAt: Instant

  package init(
    environment: StoreEnvironment, bundleID: BundleID, account: AccountReference, id: UUID,
    author: ActAuthor, reason: String, withdrawnAt: Instant
  ) {
    self.environment = environment
    self.bundleID = bundleID
    self.account = account
    self.id = id
    self.author = author
    self.reason = reason
    self.withdrawnAt = withdrawnAt
  }

  package static var type: EventType { .promotionWithdrawn }
  package var stream: StreamID { .account(account) }
  package var assertedAt: Instant { withdrawnAt }
  package var subject: AccountReference? { account }

  package var digest: Digest {
    var form = CanonicalForm(33)
    form.add(1, environment.rawValue)
    form.add(3, bundleID)
    form.add(6, withdrawnAt)
    form.add(10, account.key)
    form.add(46, reason)
    form.add(70, author.name)
    form.add(134, author.key)
    form.add(141, id)
    return form.digest
  }
}
