package import Foundation

/// A request to extend all current subscribers of a product by a number of days for a reason.
package struct MassExtendRenewalDateRequest: Sendable, Encodable, Hashable {
  /// 1 to 90.
  package let extendByDays: Int32
  package let extendReasonCode: ExtendRenewalDateRequest.ReasonCode
  /// A UUID in lower case. Repeating an identifier does not extend a second time.
  package let requestIdentifier: String
  package let productId: String
  /// ISO 3166-1 alpha-3 codes; nil for all storefronts. Apple rejects an empty list.
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

/// The progress of a mass extension, which takes Apple hours or days.
package struct MassExtendRenewalDateStatus: Sendable, Decodable, Hashable {
  package let requestIdentifier: String?
  package let complete: Bool
  /// The time of completion. This date and the counts are absent until the extension is complete.
  package let completeDate: Timestamp?
  package let succeededCount: Int64?
  package let failedCount: Int64?
}
