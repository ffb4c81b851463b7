package import Foundation

/// By how many days, and why, all who subscribe to a product now are to be extended.
package struct MassExtendRenewalDateRequest: Sendable, Encodable, Hashable {
  /// 1 to 90.
  package let extendByDays: Int32
  package let extendReasonCode: ExtendRenewalDateRequest.ReasonCode
  /// A UUID in lower case. The same again extends no second time.
  package let requestIdentifier: String
  package let productId: String
  /// ISO 3166-1 alpha-3; nil for all. Apple refuses an empty list.
  package let storefrontCountryCodes: [String]?

  package init(
    extendByDays: Int32, extendReasonCode: ExtendRenewalDateRequest.ReasonCode,
    requestIdentifier: UUID, productId: String, storefrontCountryCodes: [String]? = nil
  ) {
    self.extendByDays = extendByDays
    self.extendReasonCode = extendReasonCode
    self.requestIdentifier = requestIdentifier.uuidString.lowercased()
    self.productId = productId
    self.storefrontCountryCodes = storefrontCountryCodes
  }
}

/// How far Apple has come, which takes hours or days.
package struct MassExtendRenewalDateStatus: Sendable, Decodable, Hashable {
  package let requestIdentifier: String?
  package let complete: Bool
  /// This and the counts come once it is complete.
  package let completeDate: Timestamp?
  package let succeededCount: Int64?
  package let failedCount: Int64?
}
