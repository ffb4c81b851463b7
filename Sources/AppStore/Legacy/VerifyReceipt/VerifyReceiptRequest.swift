import Foundation

/// `requestBody` of `verifyReceipt`, which holds the shared secret and is never printed.
///
/// https://developer.apple.com/documentation/appstorereceipts/requestbody
struct VerifyReceiptRequest {
  let receipt: [UInt8]
  let secret: SharedSecret?

  /// The JSON. Old transactions are not excluded: the history counts.
  var body: ServerAPICall.Body {
    var members: [String: LegacyJSON] = [
      "receipt-data": .string(Data(receipt).base64EncodedString()),
      "exclude-old-transactions": .bool(false),
    ]
    if let secret { members["password"] = .string(secret.text) }
    return ServerAPICall.Body(
      contentType: "application/json", bytes: LegacyJSON.object(members).canonical)
  }
}

extension ServerAPIError {
  /// Creates the error for an HTTP status other than 2xx, with which Apple answers no question about
  /// a receipt.
  init(ofReceipt answer: ServerAPIAnswer, at now: Timestamp) {
    self.init(
      .rejected, status: answer.status, message: "verifyReceipt gives no reason",
      verdict: ServerAPIVerdict(
        status: answer.status, code: nil, retryAt: RetryAfter(answer.retryAfter, at: now)?.moment))
  }

  /// Creates the error for an answer about a receipt that cannot be read. A contradiction would be
  /// repeated; an incomplete answer may come from a passing failure.
  init(unreadable error: LegacyDocumentError, status: Int) {
    let verdict: ServerAPIVerdict =
      if case .contradiction = error { .never } else { .retry(notBefore: nil) }
    self.init(
      .unreadable, status: status, message: "the answer about a receipt is unreadable: \(error)",
      verdict: verdict)
  }
}
