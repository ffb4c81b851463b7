package import Foundation

/// The record that Apple sent a notification, and of its subject. It changes no fact by itself.
///
/// The type and subtype are kept as Apple wrote them, so that future ones are stored too.
package struct ReceivedNotification: Hashable, Sendable, Codable {
  package let notificationUUID: UUID
  package let notificationType: String
  package let subtype: String?
  package let bundleID: BundleID
  package let environment: StoreEnvironment
  /// The chain that the notification concerns; nil if it concerns the app as a whole.
  package let chain: ChainID?
  package let transactionID: TransactionID?
  /// Apple's status number at signing: 1 active, 2 expired, 3 retry, 4 grace, 5 revoked.
  package let status: Int32?
  /// The other fields of the notification by Apple's names; nested names are joined by a dot.
  package let details: [String: String]
  package let trust: Trust
  package let signedDate: Instant

  package init(
    notificationUUID: UUID, notificationType: String, subtype: String?, bundleID: BundleID,
    environment: StoreEnvironment, chain: ChainID?, transactionID: TransactionID?, status: Int32?,
    details: [String: String], trust: Trust, signedDate: Instant
  ) {
    self.notificationUUID = notificationUUID
    self.notificationType = notificationType
    self.subtype = subtype
    self.bundleID = bundleID
    self.environment = environment
    self.chain = chain
    self.transactionID = transactionID
    self.status = status
    self.details = details
    self.trust = trust
    self.signedDate = signedDate
  }

  package var digest: Digest {
    var form = CanonicalForm(3)
    form.add(1, environment.rawValue)
    form.add(2, chain?.originalTransactionID)
    form.add(3, bundleID)
    form.add(4, transactionID)
    form.add(5, Int64(trust.rawValue))
    form.add(6, signedDate)
    form.add(10, notificationUUID)
    form.add(11, notificationType)
    form.add(12, subtype)
    form.add(13, status)
    for (key, value) in details.sorted(by: { $0.key < $1.key }) {
      form.add(14, key)
      form.add(15, value)
    }
    return form.digest
  }
}
