/// A notification of Apple's, with its content as of the date of the signature.
package struct StoreNotification: Sendable {
  package let uuid: String
  package let type: String
  package let subtype: String?
  /// The date of the signature in milliseconds since 1970, unique among the world's notifications.
  package let signedDate: Int64
  /// The index of the customer; nil if the notification concerns no single customer.
  package let customer: Int?
  package var transaction: SignableTransaction?
  package var renewal: SignableRenewal?
  /// The subscription's status, as Apple's number.
  package var status: Int32?
  package var consumptionRequestReason: String?
  package var summary: SignableSummary?
  /// The form in which the notification is sent.
  package internal(set) var version = NotificationVersion.version2
  /// The notification in version 1; nil if it is sent in version 2, or not at all.
  var legacy: LegacyNotification?

  /// True if the chosen version has a form for the event.
  var isSent: Bool { version == .version2 || legacy != nil }

  package init(
    _ type: String, _ subtype: String? = nil, uuid: String, signedDate: Int64, customer: Int?
  ) {
    self.type = type
    self.subtype = subtype
    self.uuid = uuid
    self.signedDate = signedDate
    self.customer = customer
  }
}
