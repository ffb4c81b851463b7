/// A page of a customer's history. Its revision is a cursor for reading on later.
package protocol RevisedPage: ServerAPIPage {
  /// The cursor of the next page; on the last page, the cursor for reading on another day.
  var revision: String? { get }
  /// The transactions, each a JWS not verified yet.
  var signedTransactions: [String] { get }
}

extension RevisedPage {
  package var cursor: String? { revision }
}

/// A page of twenty of a customer's transactions, ordered by the date of last modification.
package struct TransactionHistoryPage: RevisedPage, Decodable, Hashable {
  package let revision: String?
  package let hasMore: Bool
  package let bundleId: String?
  /// Absent in the sandbox.
  package let appAppleId: Int64?
  package let environment: String?
  package let signedTransactions: [String]
}

/// A page of twenty refunded transactions, ordered by the date of the refund.
package struct RefundHistoryPage: RevisedPage, Decodable, Hashable {
  package let revision: String?
  package let hasMore: Bool
  package let signedTransactions: [String]
}

/// The transactions of an order number, which customers find in Apple's email.
package struct LookedUpOrder: Sendable, Decodable, Hashable {
  /// 0 a valid order, 1 not an order of this app.
  package let status: Int32
  /// The transactions, each a JWS not verified yet; nil if there is no such order.
  package let signedTransactions: [String]?
}
