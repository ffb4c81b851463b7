import Foundation

@testable import AppStore

extension FuzzTarget {
  /// The roots of the simulator under which the committed receipts were signed.
  static let roots: [RootCertificate] = {
    func root(_ name: String, _ environments: VouchedEnvironments) throws -> RootCertificate {
      let file = FuzzCorpus.folder.appending(path: name)
      return try RootCertificate(fileContents: Array(Data(contentsOf: file)), for: environments)
    }
    guard let roots = try? [root("Root.der", .all), root("XcodeRoot.der", .only(["Xcode"]))] else {
      preconditionFailure("the roots of the committed receipts are readable")
    }
    return roots
  }()

  /// The creation date of the committed receipts: 2026-06-01T00:00:00Z.
  private static let now: Timestamp = 1_780_272_000_000

  /// Verifies a whole message. The chain is built for a message with a broken signature, too, since
  /// the generated ones have no other.
  static func receipt(_ bytes: [UInt8]) throws(BrokenPromise) {
    let verifier = AppReceiptVerifier(roots: roots)
    let date = Date(timeIntervalSince1970: Double(now.milliseconds / 1_000))
    // A rejection keeps every promise.
    let receipt = try? verifier.verify(bytes, now: date)
    if let receipt { try require(receipt) }
    guard let signed = try? SignedReceipt.decode(bytes) else { return }
    if let payload = try? signed.verifiedPayload(),
      let seen = try? ReceiptEnvelope(bytes).payload
    {
      try require(payload.elementsEqual(seen), "the hint is read from the signed payload")
    }
    guard let chain = try? ReceiptChain(of: signed, roots: roots, at: now) else { return }
    _ = try? chain.verified(under: roots)
  }

  /// Reads the payload behind the signature.
  static func payload(_ bytes: [UInt8]) throws(BrokenPromise) {
    guard let receipt = try? AppReceipt(verifiedPayload: bytes) else { return }
    try require(receipt)
    _ = receipt.isFor(device: Array(repeating: 0, count: 16))
  }

  private static func require(_ receipt: AppReceipt) throws(BrokenPromise) {
    try requireRange(
      [receipt.creationDate, receipt.originalPurchaseDate, receipt.expirationDate]
        + receipt.purchases.flatMap {
          [$0.purchaseDate, $0.originalPurchaseDate, $0.expiresDate, $0.cancellationDate]
        })
    try require(
      ["Production", "Sandbox", "Xcode"].contains(receipt.jwsEnvironment),
      "a receipt has one of three environments")
  }

  /// Reads all elements, also those within others.
  static func elements(_ bytes: ArraySlice<UInt8>, depth: Int) throws(BrokenPromise) {
    var reader = BERReader(bytes)
    // The reader does not continue after malformed bytes.
    while let element = try? reader.next() {
      let (content, encoded) = (element.content.indices, element.encoded.indices)
      try require(
        bytes.startIndex <= encoded.lowerBound && encoded.upperBound <= bytes.endIndex
          && encoded.lowerBound < content.lowerBound && content.upperBound <= encoded.upperBound,
        "an element lies within the bytes")
      if let text = element.text {
        try require(text.utf8.count <= content.count, "a text is not longer than its encoding")
      }
      _ = element.integer
      _ = try? element.octets(BERElement.Tag.octetString)
      let isConstructed = element.identifier & BERElement.constructed != 0
      if isConstructed, depth < 40 { try elements(element.content, depth: depth + 1) }
    }
    _ = try? ReceiptAttributes(bytes)
  }

  static func hint(_ bytes: [UInt8]) throws(BrokenPromise) {
    guard let hint = try? ReceiptHint(bytes) else { return }
    try require(
      TransactionReceiptText.isText(bytes) == (TransactionReceiptText(bytes) != nil),
      "a hint from a property list needs a readable list")
    try require(!hint.transactionID.isEmpty, "a hint names a transaction")
  }
}
