package import Foundation
package import Ledger

/// The subject of a job about one transaction. It also names the chain, which the handler folds,
/// and the notification that asked, if there is one. The text is `transaction/chain` or
/// `transaction/chain/notification`.
package struct TransactionSubject: Sendable, Hashable, CustomStringConvertible {
  package let transactionID: TransactionID
  package let originalTransactionID: OriginalTransactionID
  package let notification: UUID?

  package init(_ transactionID: TransactionID, of chain: ChainID, notification: UUID? = nil) {
    self.transactionID = transactionID
    self.notification = notification
    originalTransactionID = chain.originalTransactionID
  }

  /// Reads what `description` writes; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(parts.count), !parts.contains("") else { return nil }
    transactionID = TransactionID(parts[0])
    originalTransactionID = OriginalTransactionID(parts[1])
    notification = parts.count == 3 ? UUID(hexadecimal: parts[2]) : nil
    guard description == text else { return nil }
  }

  package var description: String {
    [transactionID.rawValue, originalTransactionID.rawValue, notification?.hexadecimal]
      .compactMap(\.self).joined(separator: "/")
  }
}
