import Ledger
import Reconciliation
import TestSupport
import Testing

struct BackfillLineTests {
  @Test(arguments: [
    ("2000000123456789", BackfillLine.transaction("2000000123456789", nil)),
    ("  42\t", .transaction("42", nil)),
    (#"{"transactionId": "42"}"#, .transaction("42", nil)),
    (
      #"{"transactionId": "42", "environment": "Sandbox", "note": 1}"#, .transaction("42", .sandbox)
    ),
    (#"{"originalTransactionId": "7"}"#, .transaction("7", nil)),
    ("head.body.signature", .signed("head.body.signature")),
    (UnsignedAppReceipt("42").base64, .transaction("42", .production)),
    (TransactionReceipt("42").base64, .transaction("42", nil)),
  ])
  func `is an id, an object with one, a signed transaction, or a receipt`(
    text: String, line: BackfillLine
  ) throws {
    #expect(try BackfillLine(text) == line)
  }

  @Test(arguments: ["", "   ", "\r"])
  func `may be empty`(text: String) throws {
    #expect(try BackfillLine(text) == nil)
  }

  @Test(arguments: [
    ("not an id", BackfillLine.Malformed.unreadable),
    ("12x", .unreadable),
    (#"{"transactionId": 42}"#, .unreadable),
    (#"{"transactionId": "42""#, .unreadable),
    (#"{"transactionId": "42", "environment": "Moon"}"#, .unknownEnvironment),
    (#"{"transactionId": "42", "environment": "Xcode"}"#, .unknownEnvironment),
    ("MIIBIjANBgkqhkiG9w0BAQEFAAOC", .receipt),
    (UnsignedAppReceipt("x42").base64, .receipt),
    (UnsignedAppReceipt(purchases: []).base64, .emptyReceipt),
    ("YWJj", .unreadable),
  ])
  func `is rejected by name`(text: String, why: BackfillLine.Malformed) {
    #expect(throws: why) { try BackfillLine(text) }
  }
}
