/// A request to extend a subscription by a number of days for a reason. An extension cannot be
/// undone.
package struct ExtendRenewalDateRequest: Sendable, Encodable, Hashable {
  package enum ReasonCode: Int32, Sendable, Encodable {
    case undeclared = 0
    case customerSatisfaction = 1
    case other = 2
    case serviceIssue = 3
  }

  /// 1 to 90.
  package let extendByDays: Int32
  package let extendReasonCode: ReasonCode
  /// At most 128 characters. Repeating an identifier does not extend a second time.
  package let requestIdentifier: String

  package init(
    extendByDays: Int32, extendReasonCode: ReasonCode, requestIdentifier: String
  ) {
    self.extendByDays = extendByDays
    self.extendReasonCode = extendReasonCode
    self.requestIdentifier = requestIdentifier
  }
}

package struct ExtendRenewalDateResponse: Sendable, Decodable, Hashable {
  package let originalTransactionId: String?
  package let webOrderLineItemId: String?
  package let success: Bool
  /// The new end of the subscription.
  package let effectiveDate: Timestamp?
}
