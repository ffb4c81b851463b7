import AppStore
import Foundation
package import Ledger

/// One line of a file of the first day: a transaction id, `{"transactionId", "environment"?}`, or a JWS of a
/// transaction.
package enum BackfillLine: Hashable, Sendable {
  /// In an environment, or in the first in which Apple knows it.
  case transaction(TransactionID, StoreEnvironment?)
  case signed(String)

  /// Why a line is none.
  package enum Malformed: String, Error, Sendable {
    case unreadable = "unreadable_line"
    case unknownEnvironment = "unknown_environment"
    /// A receipt of before iOS 15.
    case receipt = "receipt_not_supported"
  }

  private struct Fields: Decodable {
    let transactionId: String?
    let originalTransactionId: String?
    let environment: String?
  }

  /// Nil for an empty line.
  package init?(_ line: some StringProtocol) throws(Malformed) {
    let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { return nil }
    if Self.isID(text) {
      self = .transaction(TransactionID(text), nil)
    } else if text.hasPrefix("{") {
      self = try Self.object(text)
    } else if text.split(separator: ".", omittingEmptySubsequences: false).count == 3 {
      self = .signed(text)
    } else if text.hasPrefix("MI"), Data(base64Encoded: text) != nil {
      throw .receipt
    } else {
      throw .unreadable
    }
  }

  private static func object(_ text: String) throws(Malformed) -> BackfillLine {
    guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(text.utf8)),
      let id = fields.transactionId ?? fields.originalTransactionId, isID(id)
    else { throw .unreadable }  // whatever is wrong with it, no id is to be had
    guard let name = fields.environment else { return .transaction(TransactionID(id), nil) }
    guard let environment = StoreEnvironment(rawValue: name),
      ServerAPIEnvironment.allCases.contains(where: { $0.rawValue == name })
    else { throw .unknownEnvironment }
    return .transaction(TransactionID(id), environment)
  }

  private static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
