package import Foundation

/// A promotional entitlement that a person gave an account until a moment. It brings no money and no coins.
package struct PromotionGranted: EventContent, Codable {
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  package let account: AccountReference
  /// Distinguishes the promotion from all others, also after a merge.
  package let id: UUID
  package let thing: PromotedThing
  package let until: Instant
  package let author: ActAuthor
  package let reason: String
  package let grantedAt: Instant

  package init(
    environment: StoreEnvironment, bundleID: BundleID, account: AccountReference, id: UUID,
    thing: PromotedThing, until: Instant, author: ActAuthor, reason: String, grantedAt: Instant
  ) {
    self.environment = environment
    self.bundleID = bundleID
    self.account = account
    self.id = id
    self.thing = thing
    self.until = until
    self.author = author
    self.reason = reason
    self.grantedAt = grantedAt
  }

  package static var type: EventType { .promotionGranted }
  package var stream: StreamID { .account(account) }
  package var assertedAt: Instant { grantedAt }
  package var subject: AccountReference? { account }

  package var digest: Digest {
    var form = CanonicalForm(32)
    form.add(1, environment.rawValue)
    form.add(3, bundleID)
    form.add(6, grantedAt)
    form.add(10, account.key)
    form.add(46, reason)
    form.add(70, author.name)
    form.add(134, author.key)
    form.add(141, id)
    form.add(142, thing.productID)
    form.add(143, thing.type)
    form.add(144, thing.name)
    form.add(145, until)
    return form.digest
  }
}
