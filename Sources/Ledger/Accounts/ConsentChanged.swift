/// The consent of an account to report to Apple how much of a purchase was used, when a refund is
/// requested; or its withdrawal. The last change is valid. An account without any has not
/// consented.
package struct ConsentChanged: EventContent, Codable {
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  package let account: AccountReference
  package let given: Bool
  /// The number of the change within the account: 1, 2, 3 …
  package let number: Int
  package let changedAt: Instant

  package init(
    environment: StoreEnvironment, bundleID: BundleID, account: AccountReference, given: Bool,
    number: Int, changedAt: Instant
  ) {
    self.environment = environment
    self.bundleID = bundleID
    self.account = account
    self.given = given
    self.number = number
    self.changedAt = changedAt
  }

  package static var type: EventType { .consentChanged }
  package var stream: StreamID { .account(account) }
  package var assertedAt: Instant { changedAt }
  package var subject: AccountReference? { account }

  package var digest: Digest {
    var form = CanonicalForm(17)
    form.add(1, environment.rawValue)
    form.add(3, bundleID)
    form.add(6, changedAt)
    form.add(10, account.key)
    form.add(52, given)
    form.add(53, Int64(number))
    return form.digest
  }
}
