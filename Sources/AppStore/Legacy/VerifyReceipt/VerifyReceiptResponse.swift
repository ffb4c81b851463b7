/// An answer of `verifyReceipt` with its bytes and the environment of the receipt.
package struct VerifyReceiptResponse: Sendable {
  package let answer: VerifyReceiptAnswer
  /// The answer as received. Apple signs no part of the answer.
  package let body: [UInt8]
  /// The environment of the receipt by the answer's own words, otherwise by the host that answered.
  package let environment: ServerAPIEnvironment

  /// Reads the answer of a host. Rejects a receipt of production that the sandbox confirms. A
  /// receipt of the sandbox stays one, even if the host of production confirms the receipt.
  init(_ body: [UInt8], from host: ServerAPIEnvironment) throws(LegacyDocumentError) {
    answer = try VerifyReceiptAnswer(body)
    self.body = body
    environment = answer.environment ?? host
    if environment == .production, host == .sandbox {
      throw .contradiction(fields: ["environment", "the host that answered"])
    }
  }
}
