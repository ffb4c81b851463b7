import Foundation
import SwiftASN1

/// Which transaction a receipt of StoreKit 1 names: enough to ask Apple about its customer, and believed for
/// nothing else. Its signature is not looked at: what Apple answers is signed.
///
/// Source: Apple's TN3138 and Receipt Validation Programming Guide, as far as they tell the fields.
package struct ReceiptHint: Hashable, Sendable {
  /// Why there is no hint.
  package enum Missing: Error {
    case unreadable
    /// It names no purchase: finished consumables are not among them.
    case noTransaction
  }

  package let transactionID: String
  /// Nil where the receipt says none that Apple's Server API knows.
  package let environment: ServerAPIEnvironment?

  /// - Parameter contents: an app receipt (PKCS #7), or a transaction receipt of iOS 6, a property list.
  package init(_ contents: [UInt8]) throws(Missing) {
    if contents.first == UInt8(ascii: "{") {
      guard let id = TransactionReceiptText(contents).transactionID else { throw .unreadable }
      (transactionID, environment) = (id, nil)
      return
    }
    // Whatever is wrong with it, it is not what Apple made.
    guard let receipt = try? ReceiptAttributes(signed: contents) else { throw .unreadable }
    let purchases = receipt[.purchase].compactMap { try? ReceiptAttributes($0) }
    guard
      let id = purchases.lazy
        .compactMap({ $0.text(.transactionID) ?? $0.text(.originalTransactionID) }).first
    else { throw .noTransaction }
    transactionID = id
    environment =
      switch receipt.text(.environment) {
      case "Production": .production
      case "Sandbox", "ProductionSandbox": .sandbox
      default: nil
      }
  }
}
