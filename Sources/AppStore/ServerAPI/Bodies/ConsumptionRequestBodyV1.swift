package import Foundation

/// The developer's statement about a purchase whose refund was requested, in the first version's
/// format, which Advanced Commerce still accepts. A field that is not set is undeclared.
///
/// The body always states that the customer consented. Without consent nothing is sent.
package struct ConsumptionRequestBodyV1: Sendable, Hashable {
  package enum AccountTenure: Int32, Sendable, Encodable {
    case undeclared, upTo3Days, upTo10Days, upTo30Days, upTo90Days, upTo180Days, upTo365Days
    case over365Days
  }

  package enum ConsumptionStatus: Int32, Sendable, Encodable {
    case undeclared, notConsumed, partiallyConsumed, fullyConsumed
  }

  package enum DeliveryStatus: Int32, Sendable, Encodable {
    case delivered, qualityIssue, wrongItem, serverOutage, inGameCurrencyChange, other
  }

  /// A range of amounts in US dollars.
  package enum LifetimeDollars: Int32, Sendable, Encodable {
    case undeclared, zero, under50, under100, under500, under1000, under2000, from2000
  }

  package enum Platform: Int32, Sendable, Encodable {
    case undeclared, apple, other
  }

  package enum PlayTime: Int32, Sendable, Encodable {
    case undeclared, upTo5Minutes, upTo60Minutes, upTo6Hours, upTo24Hours, upTo4Days, upTo16Days
    case over16Days
  }

  package enum RefundPreference: Int32, Sendable, Encodable {
    case undeclared, grant, decline, noPreference
  }

  package enum UserStatus: Int32, Sendable, Encodable {
    case undeclared, active, suspended, terminated, limitedAccess
  }

  package let deliveryStatus: DeliveryStatus
  package let sampleContentProvided: Bool
  package var accountTenure = AccountTenure.undeclared
  package var appAccountToken: UUID?
  package var consumptionStatus = ConsumptionStatus.undeclared
  package var lifetimeDollarsPurchased = LifetimeDollars.undeclared
  package var lifetimeDollarsRefunded = LifetimeDollars.undeclared
  package var platform = Platform.undeclared
  package var playTime = PlayTime.undeclared
  package var refundPreference = RefundPreference.undeclared
  package var userStatus = UserStatus.undeclared

  package init(deliveryStatus: DeliveryStatus, sampleContentProvided: Bool) {
    self.deliveryStatus = deliveryStatus
    self.sampleContentProvided = sampleContentProvided
  }
}

extension ConsumptionRequestBodyV1: Encodable {
  private enum Field: String, CodingKey {
    case accountTenure, appAccountToken, consumptionStatus, customerConsented, deliveryStatus
    case lifetimeDollarsPurchased, lifetimeDollarsRefunded, platform, playTime, refundPreference
    case sampleContentProvided, userStatus
  }

  /// Encodes a missing token as an empty string.
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Field.self)
    try fields.encode(accountTenure, forKey: .accountTenure)
    try fields.encode(appAccountToken?.uuidString.lowercased() ?? "", forKey: .appAccountToken)
    try fields.encode(consumptionStatus, forKey: .consumptionStatus)
    try fields.encode(true, forKey: .customerConsented)
    try fields.encode(deliveryStatus, forKey: .deliveryStatus)
    try fields.encode(lifetimeDollarsPurchased, forKey: .lifetimeDollarsPurchased)
    try fields.encode(lifetimeDollarsRefunded, forKey: .lifetimeDollarsRefunded)
    try fields.encode(platform, forKey: .platform)
    try fields.encode(playTime, forKey: .playTime)
    try fields.encode(refundPreference, forKey: .refundPreference)
    try fields.encode(sampleContentProvided, forKey: .sampleContentProvided)
    try fields.encode(userStatus, forKey: .userStatus)
  }
}
