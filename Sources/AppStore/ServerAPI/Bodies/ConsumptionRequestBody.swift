/// The developer's statement about a purchase whose refund was requested, in the second version's
/// format.
///
/// The body always states that the customer consented. Without consent nothing is sent.
package struct ConsumptionRequestBody: Sendable, Hashable {
  package enum DeliveryStatus: String, Sendable, Codable {
    case delivered = "DELIVERED"
    case undeliveredQualityIssue = "UNDELIVERED_QUALITY_ISSUE"
    case undeliveredWrongItem = "UNDELIVERED_WRONG_ITEM"
    case undeliveredServerOutage = "UNDELIVERED_SERVER_OUTAGE"
    case undeliveredOther = "UNDELIVERED_OTHER"
  }

  package enum RefundPreference: String, Sendable, Codable, CaseIterable {
    case decline = "DECLINE"
    case grantFull = "GRANT_FULL"
    case grantProrated = "GRANT_PRORATED"
  }

  package let deliveryStatus: DeliveryStatus
  package let sampleContentProvided: Bool
  /// Milliunits of a percent, 0 to 100,000; nil for auto-renewable subscriptions, whose elapsed
  /// time Apple knows. For other products Apple rejects `grantProrated` unless this value is above
  /// 0.
  package let consumptionPercentage: Int32?
  package let refundPreference: RefundPreference?

  package init(
    deliveryStatus: DeliveryStatus, sampleContentProvided: Bool,
    consumptionPercentage: Int32? = nil, refundPreference: RefundPreference? = nil
  ) {
    self.deliveryStatus = deliveryStatus
    self.sampleContentProvided = sampleContentProvided
    self.consumptionPercentage = consumptionPercentage
    self.refundPreference = refundPreference
  }
}

extension ConsumptionRequestBody: Encodable {
  private enum Field: String, CodingKey {
    case customerConsented, deliveryStatus, sampleContentProvided, consumptionPercentage
    case refundPreference
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Field.self)
    try fields.encode(true, forKey: .customerConsented)
    try fields.encode(deliveryStatus, forKey: .deliveryStatus)
    try fields.encode(sampleContentProvided, forKey: .sampleContentProvided)
    try fields.encodeIfPresent(consumptionPercentage, forKey: .consumptionPercentage)
    try fields.encodeIfPresent(refundPreference, forKey: .refundPreference)
  }
}
