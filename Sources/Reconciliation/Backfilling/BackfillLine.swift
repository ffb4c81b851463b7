import AppStore
import Foundation
import JSONBytes
package import Ledger

/// One line of a backfill file: a transaction id, `{"transactionId", "environment"?}`, a JWS of a
/// transaction, or a receipt in Base64. A receipt is not trusted: it only names the transaction to
/// ask Apple about.
package enum BackfillLine: Hashable, Sendable {
  /// A transaction in an environment, or in the first environment where Apple knows it.
  case transaction(TransactionID, StoreEnvironment?)
  case signed(String)

  /// A reason why a line is malformed.
  package enum Malformed: String, Error, Sendable {
    case unreadable = "unreadable_line"
    case unknownEnvironment = "unknown_environment"
    case receipt = "unreadable_receipt"
    case emptyReceipt = "receipt_without_purchases"
  }

  private struct Fields: Decodable {
    let transactionId: String?
    let originalTransactionId: String?
    let environment: String?
  }

  /// Returns nil for an empty line.
  package init?(_ line: some StringProtocol) throws(Malformed) {
    let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { return nil }
    if Self.isID(text) {
      self = .transaction(TransactionID(text), nil)
    } else if text.hasPrefix("{") {
      self = try Self.object(text)
    } else if text.split(separator: ".", omittingEmptySubsequences: false).count == 3 {
      self = .signed(text)
    } else if let contents = Data(base64Encoded: text).map(Array.init), Self.isReceipt(contents) {
      self = try Self.receipt(contents)
    } else {
      throw .unreadable
    }
  }

  private static func object(_ text: String) throws(Malformed) -> BackfillLine {
    guard let fields = try? StrictJSON.decode(Fields.self, from: Array(text.utf8)),
      let id = fields.transactionId ?? fields.originalTransactionId, isID(id)
    else { throw .unreadable }  // whatever is wrong with the line, it names no id
    guard let name = fields.environment else { return .transaction(TransactionID(id), nil) }
    guard let environment = StoreEnvironment(rawValue: name),
      ServerAPIEnvironment.allCases.contains(where: { $0.rawValue == name })
    else { throw .unknownEnvironment }
    return .transaction(TransactionID(id), environment)
  }

  /// Returns true if the first byte is that of an ASN.1 sequence or of a property list.
  private static func isReceipt(_ contents: [UInt8]) -> Bool {
    [0x30, UInt8(ascii: "{")].contains(contents.first)
  }

  private static func receipt(_ contents: [UInt8]) throws(Malformed) -> BackfillLine {
    let hint: ReceiptHint
    do throws(ReceiptHint.Missing) {
      hint = try ReceiptHint(contents)
    } catch {
      switch error {
      case .unreadable: throw .receipt
      case .noTransaction: throw .emptyReceipt
      }
    }
    guard isID(hint.transactionID) else { throw .receipt }
    return .transaction(
      TransactionID(hint.transactionID),
      hint.environment.flatMap { StoreEnvironment(rawValue: $0.rawValue) })
  }

  private static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
