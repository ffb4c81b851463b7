/// Twenty of a customer's transactions, by the date they were last modified.
package struct TransactionHistoryPage: ServerAPIPage, Decodable, Hashable {
  /// Where the next page begins; on the last, where to go on another day.
  package let revision: String
  package let hasMore: Bool
  package let bundleId: String?
  /// Absent in the sandbox.
  package let appAppleId: Int64?
  package let environment: String?
  /// Each a JWS, not verified yet.
  package let signedTransactions: [String]

  package var next: String? { hasMore ? revision : nil }
}

/// Twenty transactions that Apple has refunded, by the date of the refund.
package struct RefundHistoryPage: ServerAPIPage, Decodable, Hashable {
  package let revision: String
  package let hasMore: Bool
  /// Each a JWS, not verified yet.
  package let signedTransactions: [String]

  package var next: String? { hasMore ? revision : nil }
}

/// What an order number, as a customer finds it in Apple's mail, stands for.
package struct LookedUpOrder: Sendable, Decodable, Hashable {
  /// 0 a valid order, 1 none of this app.
  package let status: Int32
  /// Each a JWS, not verified yet; nil where there is no such order.
  package let signedTransactions: [String]?
}
