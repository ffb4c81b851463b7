package import Foundation
package import Ledger

/// What is owed about one transaction: it names its chain too, which whoever performs it has to fold, and
/// the notice that asked, where there is one. `transaction/chain` or `transaction/chain/notice`.
package struct TransactionSubject: Sendable, Hashable, CustomStringConvertible {
  package let transactionID: TransactionID
  package let originalTransactionID: OriginalTransactionID
  package let notice: UUID?

  package init(_ transactionID: TransactionID, of chain: ChainID, notice: UUID? = nil) {
    self.transactionID = transactionID
    self.notice = notice
    originalTransactionID = chain.originalTransactionID
  }

  /// Reads what `description` writes; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(parts.count), !parts.contains("") else { return nil }
    transactionID = TransactionID(parts[0])
    originalTransactionID = OriginalTransactionID(parts[1])
    notice = parts.count == 3 ? UUID(hexadecimal: parts[2]) : nil
    guard description == text else { return nil }
  }

  package var description: String {
    [transactionID.rawValue, originalTransactionID.rawValue, notice?.hexadecimal]
      .compactMap(\.self).joined(separator: "/")
  }
}
