/// The subject of a notification of version 1. An unknown value is kept as received.
///
/// https://developer.apple.com/documentation/appstoreservernotifications/notification_type
package struct NotificationTypeV1: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A refund of a subscription by Apple, or an upgrade in old notifications. Never a customer's
  /// own cancellation.
  package static let cancel = Self(rawValue: "CANCEL")
  package static let consumptionRequest = Self(rawValue: "CONSUMPTION_REQUEST")
  package static let didChangeRenewalPref = Self(rawValue: "DID_CHANGE_RENEWAL_PREF")
  package static let didChangeRenewalStatus = Self(rawValue: "DID_CHANGE_RENEWAL_STATUS")
  package static let didFailToRenew = Self(rawValue: "DID_FAIL_TO_RENEW")
  package static let didRecover = Self(rawValue: "DID_RECOVER")
  package static let didRenew = Self(rawValue: "DID_RENEW")
  package static let initialBuy = Self(rawValue: "INITIAL_BUY")
  package static let interactiveRenewal = Self(rawValue: "INTERACTIVE_RENEWAL")
  package static let priceIncreaseConsent = Self(rawValue: "PRICE_INCREASE_CONSENT")
  /// A refund of a product that is not an auto-renewable subscription.
  package static let refund = Self(rawValue: "REFUND")
  /// The old name of `DID_RECOVER`, not sent since 2021-03-10.
  package static let renewal = Self(rawValue: "RENEWAL")
  package static let revoke = Self(rawValue: "REVOKE")

  /// The values that Apple documents or once documented.
  package static let documented: Set<NotificationTypeV1> = [
    cancel, consumptionRequest, didChangeRenewalPref, didChangeRenewalStatus, didFailToRenew,
    didRecover, didRenew, initialBuy, interactiveRenewal, priceIncreaseConsent, refund, renewal,
    revoke,
  ]
}
