/// A part of a customer's history, which can be read on from where it ended.
package protocol RevisedPage: ServerAPIPage {
  /// Where the next page begins; on the last, where to go on another day.
  var revision: String { get }
  var hasMore: Bool { get }
  /// Each a JWS, not verified yet.
  var signedTransactions: [String] { get }
}

extension RevisedPage {
  package var next: String? { hasMore ? revision : nil }
}

/// Twenty of a customer's transactions, by the date they were last modified.
package struct TransactionHistoryPage: RevisedPage, Decodable, Hashable {
  package let revision: String
  package let hasMore: Bool
  package let bundleId: String?
  /// Absent in the sandbox.
  package let appAppleId: Int64?
  package let environment: String?
  package let signedTransactions: [String]
}

/// Twenty transactions that Apple has refunded, by the date of the refund.
package struct RefundHistoryPage: RevisedPage, Decodable, Hashable {
  package let revision: String
  package let hasMore: Bool
  package let signedTransactions: [String]
}

/// What an order number, as a customer finds it in Apple's mail, stands for.
package struct LookedUpOrder: Sendable, Decodable, Hashable {
  /// 0 a valid order, 1 none of this app.
  package let status: Int32
  /// Each a JWS, not verified yet; nil where there is no such order.
  package let signedTransactions: [String]?
}
