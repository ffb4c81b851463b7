import AppStore

/// An event about which Apple may notify the developer.
struct LegacyEvent {
  /// The type and subtype in the words of version 2.
  let type: String
  let subtype: String?
  let transaction: SignableTransaction
  /// The product of the subscription's previous period; nil without one.
  let previousProduct: String?
}

extension NotificationTypeV1 {
  /// The types that Apple's sandbox sends.
  private static let ofSandbox: Set<NotificationTypeV1> = [
    initialBuy, didChangeRenewalPref, didChangeRenewalStatus, didRenew, interactiveRenewal, cancel,
    refund,
  ]
  /// The types that concern the purchaser alone. Only `REVOKE` concerns a family member alone.
  private static let ofPurchaser: Set<NotificationTypeV1> = [
    initialBuy, cancel, refund, priceIncreaseConsent, consumptionRequest,
  ]

  /// Creates the type by which version 1 tells of an event in an environment; nil if version 1 does
  /// not tell of the event.
  ///
  /// Source: Apple's tables of events in "Responding to App Store Server Notifications".
  init?(_ event: LegacyEvent, in app: SimulatedApp) {
    guard let type = Self.named(event, isFlat: app.notificationVersion == .flatVersion1) else {
      return nil
    }
    let isShare = event.transaction.inAppOwnershipType == StoreTransaction.familyShared
    let reaches = isShare ? !Self.ofPurchaser.contains(type) : type != .revoke
    guard reaches else { return nil }
    if app.environment == .sandbox, isShare || !Self.ofSandbox.contains(type) { return nil }
    self = type
  }

  private static func named(_ event: LegacyEvent, isFlat: Bool) -> NotificationTypeV1? {
    let isSubscription = event.transaction.type == Product.Kind.autoRenewable.rawValue
    let isSame = event.previousProduct == event.transaction.productId
    return switch (event.type, event.subtype) {
    case ("SUBSCRIBED", "INITIAL_BUY"): initialBuy
    case ("SUBSCRIBED", "RESUBSCRIBE"): isSame ? didChangeRenewalStatus : interactiveRenewal
    case ("DID_CHANGE_RENEWAL_PREF", "UPGRADE"): interactiveRenewal
    case ("DID_CHANGE_RENEWAL_PREF", _): didChangeRenewalPref
    case ("DID_CHANGE_RENEWAL_STATUS", _), ("EXPIRED", "BILLING_RETRY"): didChangeRenewalStatus
    case ("DID_RENEW", "BILLING_RECOVERY"): isFlat ? renewal : didRecover
    case ("DID_RENEW", _): didRenew
    case ("DID_FAIL_TO_RENEW", _): didFailToRenew
    case ("PRICE_INCREASE", "PENDING"): priceIncreaseConsent
    case ("REFUND", _): isSubscription ? cancel : refund
    case ("REVOKE", _): revoke
    case ("CONSUMPTION_REQUEST", _): isSubscription ? nil : consumptionRequest
    default: nil
    }
  }
}
