import AppStore
import Foundation
import Hummingbird

/// The endpoints for the developer's information before Apple decides on a refund.
struct ConsumptionEndpoints: Sendable {
  let simulation: Simulation

  /// Records the developer's refund preference.
  /// - Parameter read: reads the body in the format of the requested version.
  func report(
    _ call: StoreCall,
    _ read: @escaping @Sendable (BodyFields, Product.Kind) throws(APIError) -> ConsumptionReport
  ) async throws -> Response {
    let fields = try call.fields()
    try await simulation.withWorld { world in
      let index = try world.transaction(named: call.id)
      let kind = Product.Kind(rawValue: world.transactions[index].content.type)
      guard let kind, kind == .consumable || kind == .autoRenewable else {
        throw APIError.invalidTransactionTypeNotSupported
      }
      world.prefer(try read(fields, kind).preference, forRefundOf: index)
    }
    return Response(status: .accepted)
  }
}

/// A developer's report about the consumption of a purchase for which a refund is requested.
struct ConsumptionReport: Sendable {
  /// The developer's refund preference; nil if the report has none.
  let preference: RefundPreference?

  /// Reads the body of the endpoint's second version.
  init(current fields: BodyFields, about kind: Product.Kind) throws(APIError) {
    try Self.demandConsent(fields)
    let delivery = try fields.text("deliveryStatus", or: .invalidDeliveryStatus)
    guard Self.deliveries.contains(delivery) else { throw .invalidDeliveryStatus }
    _ = try fields.flag("sampleContentProvided", or: .invalidSampleContentProvided)
    var consumed: Int64?
    if fields.has("consumptionPercentage") {
      consumed = try fields.number("consumptionPercentage", in: 0...100_000, or: .generalBadRequest)
      if kind == .autoRenewable { throw .generalBadRequest }
    }
    preference = try Self.preference(fields)
    if preference == .grantProrated, kind != .autoRenewable, consumed ?? 0 == 0 {
      throw .invalidRefundPreference
    }
  }

  /// Reads the body of the endpoint's first version, in which only the preference is optional.
  init(first fields: BodyFields, about kind: Product.Kind) throws(APIError) {
    try Self.demandConsent(fields)
    for (name, highest, error) in Self.codes {
      _ = try fields.number(name, in: 0...highest, or: error)
    }
    _ = try fields.flag("sampleContentProvided", or: .invalidSampleContentProvided)
    let token = try fields.text("appAccountToken", or: .invalidAppAccountToken)
    guard token.isEmpty || UUID(uuidString: token) != nil else { throw .invalidAppAccountToken }
    guard fields.has("refundPreference") else {
      preference = nil
      return
    }
    switch try fields.number("refundPreference", in: 0...3, or: .invalidRefundPreference) {
    case 1: preference = .grantFull
    case 2: preference = .decline
    default: preference = nil
    }
  }

  private static func demandConsent(_ fields: BodyFields) throws(APIError) {
    let isGiven = try fields.flag("customerConsented", or: .invalidCustomerConsented)
    guard isGiven else { throw .invalidCustomerConsented }
  }

  private static func preference(_ fields: BodyFields) throws(APIError) -> RefundPreference? {
    guard fields.has("refundPreference") else { return nil }
    let text = try fields.text("refundPreference", or: .invalidRefundPreference)
    guard let preference = RefundPreference(rawValue: text) else { throw .invalidRefundPreference }
    return preference
  }

  private static let deliveries: Set = [
    "DELIVERED", "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM",
    "UNDELIVERED_SERVER_OUTAGE", "UNDELIVERED_OTHER",
  ]

  private static let codes: [(String, Int64, APIError)] = [
    ("accountTenure", 7, .invalidAccountTenure),
    ("consumptionStatus", 3, .invalidConsumptionStatus),
    ("deliveryStatus", 5, .invalidDeliveryStatus),
    ("lifetimeDollarsPurchased", 7, .invalidLifetimeDollarsPurchased),
    ("lifetimeDollarsRefunded", 7, .invalidLifetimeDollarsRefunded),
    ("platform", 2, .invalidPlatform),
    ("playTime", 7, .invalidPlayTime),
    ("userStatus", 4, .invalidUserStatus),
  ]
}
