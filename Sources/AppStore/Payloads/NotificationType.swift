/// The subject of a notification. Apple adds values without announcement; an unknown value is kept
/// as received.
package struct NotificationType: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let consumptionRequest = Self(rawValue: "CONSUMPTION_REQUEST")
  package static let didChangeRenewalPref = Self(rawValue: "DID_CHANGE_RENEWAL_PREF")
  package static let didChangeRenewalStatus = Self(rawValue: "DID_CHANGE_RENEWAL_STATUS")
  package static let didFailToRenew = Self(rawValue: "DID_FAIL_TO_RENEW")
  package static let didRenew = Self(rawValue: "DID_RENEW")
  package static let expired = Self(rawValue: "EXPIRED")
  package static let externalPurchaseToken = Self(rawValue: "EXTERNAL_PURCHASE_TOKEN")
  package static let gracePeriodExpired = Self(rawValue: "GRACE_PERIOD_EXPIRED")
  package static let metadataUpdate = Self(rawValue: "METADATA_UPDATE")
  package static let migration = Self(rawValue: "MIGRATION")
  package static let offerRedeemed = Self(rawValue: "OFFER_REDEEMED")
  package static let oneTimeCharge = Self(rawValue: "ONE_TIME_CHARGE")
  package static let priceChange = Self(rawValue: "PRICE_CHANGE")
  package static let priceIncrease = Self(rawValue: "PRICE_INCREASE")
  package static let refund = Self(rawValue: "REFUND")
  package static let refundDeclined = Self(rawValue: "REFUND_DECLINED")
  package static let refundReversed = Self(rawValue: "REFUND_REVERSED")
  package static let renewalExtended = Self(rawValue: "RENEWAL_EXTENDED")
  package static let renewalExtension = Self(rawValue: "RENEWAL_EXTENSION")
  package static let rescindConsent = Self(rawValue: "RESCIND_CONSENT")
  package static let revoke = Self(rawValue: "REVOKE")
  package static let subscribed = Self(rawValue: "SUBSCRIBED")
  package static let test = Self(rawValue: "TEST")

  /// The values Apple had documented by spring 2026.
  package static let documented: Set<NotificationType> = [
    consumptionRequest, didChangeRenewalPref, didChangeRenewalStatus, didFailToRenew, didRenew,
    expired, externalPurchaseToken, gracePeriodExpired, metadataUpdate, migration, offerRedeemed,
    oneTimeCharge, priceChange, priceIncrease, refund, refundDeclined, refundReversed,
    renewalExtended, renewalExtension, rescindConsent, revoke, subscribed, test,
  ]
}
