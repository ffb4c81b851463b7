import AppStore

extension Rejection {
  init(_ error: ReceiptError) {
    let kind: Kind =
      switch error {
      case .receiptTooLarge, .malformedReceipt, .missingCreationDate, .tooManyPurchases,
        .unknownEnvironment, .missingAttribute, .unreadableAttribute:
        .unreadable
      case .unsupportedAlgorithm, .invalidReceiptSignature, .invalidReceiptChain,
        .missingAppleMarker, .untrustedReceiptRoot, .rootNotForEnvironment,
        .certificateNotValidAtCreationDate, .receiptCreatedInTheFuture, .wrongDevice:
        .notGenuine
      }
    self.init(kind, code: error.code, detail: error.description)
  }

  init(_ error: LegacyDocumentError) {
    let code =
      switch error {
      case .tooLarge: "document_too_large"
      case .malformed: "unreadable_json"
      case .tooDeep: "nested_too_deeply"
      case .duplicateKey: "repeated_field"
      case .tooMany: "too_many_entries"
      case .missing: "missing_field"
      case .unreadable: "unreadable_field"
      case .contradiction: "contradictory_fields"
      }
    self.init(
      .unreadable, code: code,
      detail: "\(error.description): send the document exactly as Apple sent it")
  }
}
