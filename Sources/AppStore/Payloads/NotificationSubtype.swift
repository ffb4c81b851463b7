/// The subtype of a notification. Like `NotificationType`, this is an open set.
package struct NotificationSubtype: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let accepted = Self(rawValue: "ACCEPTED")
  package static let activeTokenReminder = Self(rawValue: "ACTIVE_TOKEN_REMINDER")
  package static let autoRenewDisabled = Self(rawValue: "AUTO_RENEW_DISABLED")
  package static let autoRenewEnabled = Self(rawValue: "AUTO_RENEW_ENABLED")
  package static let billingRecovery = Self(rawValue: "BILLING_RECOVERY")
  package static let billingRetry = Self(rawValue: "BILLING_RETRY")
  package static let created = Self(rawValue: "CREATED")
  package static let downgrade = Self(rawValue: "DOWNGRADE")
  package static let failure = Self(rawValue: "FAILURE")
  package static let gracePeriod = Self(rawValue: "GRACE_PERIOD")
  package static let initialBuy = Self(rawValue: "INITIAL_BUY")
  package static let pending = Self(rawValue: "PENDING")
  package static let priceIncrease = Self(rawValue: "PRICE_INCREASE")
  package static let productNotForSale = Self(rawValue: "PRODUCT_NOT_FOR_SALE")
  package static let resubscribe = Self(rawValue: "RESUBSCRIBE")
  package static let summary = Self(rawValue: "SUMMARY")
  package static let unreported = Self(rawValue: "UNREPORTED")
  package static let upgrade = Self(rawValue: "UPGRADE")
  package static let voluntary = Self(rawValue: "VOLUNTARY")

  /// The values Apple had documented by spring 2026.
  package static let documented: Set<NotificationSubtype> = [
    accepted, activeTokenReminder, autoRenewDisabled, autoRenewEnabled, billingRecovery,
    billingRetry, created, downgrade, failure, gracePeriod, initialBuy, pending, priceIncrease,
    productNotForSale, resubscribe, summary, unreported, upgrade, voluntary,
  ]
}
