import Foundation

/// A transaction receipt of iOS 6: an old-style text property list. Its `purchase-info` is another
/// property list in Base64.
struct TransactionReceiptText {
  private let text: String

  init(_ contents: [UInt8]) {
    text = String(decoding: contents, as: UTF8.self)
  }

  var transactionID: String? {
    guard let info = text.firstMatch(of: /"purchase-info"\s*=\s*"([A-Za-z0-9+\/=]+)"/)?.1,
      let purchase = Data(base64Encoded: String(info))
    else { return nil }
    return String(decoding: purchase, as: UTF8.self)
      .firstMatch(of: /"transaction-id"\s*=\s*"([0-9]+)"/).map { String($0.1) }
  }
}
