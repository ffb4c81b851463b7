/// By how many days, and why, subscriptions are to be extended. It cannot be undone.
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
  /// 128 letters at most. The same again extends no second time.
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
  /// The new end.
  package let effectiveDate: Timestamp?
}
