/// `responseBody` of `verifyReceipt`: Apple's unsigned answer about a receipt.
///
/// An answer without a valid receipt says nothing but its status: other fields are not read. All
/// shapes are read that Apple has used, from the flat transaction receipts of iOS 6 on.
/// https://developer.apple.com/documentation/appstorereceipts/responsebody
package struct VerifyReceiptAnswer: Sendable {
  package let status: Int32
  package let isRetryable: Bool?
  /// The environment by the answer's own words; nil in old answers, which do not name one. The type
  /// of the receipt decides if the answer names no environment.
  package let environment: ServerAPIEnvironment?
  /// Nil unless the receipt is valid.
  package let receipt: AnsweredReceipt?
  /// The newest receipt in Base64.
  package let latestReceipt: String?
  package let latestReceiptInfo: [ReceiptEntry]
  package let pendingRenewals: [PendingRenewal]

  package init(_ body: [UInt8]) throws(LegacyDocumentError) {
    guard case .object(let members) = try LegacyJSONParser.parse(body) else {
      throw .malformed(offset: 0)
    }
    let fields = LegacyFields(members)
    status = try fields.required("status", fields.int32("status"))
    isRetryable = try fields.flag("is_retryable")
    guard VerifyReceiptVerdict(status: status, isRetryable: isRetryable).isValid else {
      (environment, receipt, latestReceipt) = (nil, nil, nil)
      (latestReceiptInfo, pendingRenewals) = ([], [])
      return
    }
    let object = try fields.required("receipt", fields.object("receipt"))
    let receipt = try AnsweredReceipt(object)
    environment = try Self.environment(of: fields, receipt)
    latestReceiptInfo = try Self.latestReceiptInfo(in: fields, receipt)
    pendingRenewals = try Self.pendingRenewals(in: fields, latestReceiptInfo + receipt.inApp)
    let expired = try fields.receipt("latest_expired_receipt")
    latestReceipt = try fields.receipt("latest_receipt") ?? expired
    self.receipt = receipt
  }

  package var verdict: VerifyReceiptVerdict {
    VerifyReceiptVerdict(status: status, isRetryable: isRetryable)
  }

  /// The bytes of `latestReceipt`; nil if the receipt is absent or not Base64.
  package var latestReceiptBytes: [UInt8]? { latestReceipt.flatMap(ReceiptText.bytes) }

  /// One entry per transaction of either list. `latest_receipt_info` wins over `in_app`, which
  /// fills absent fields.
  package var entries: [ReceiptEntry] {
    ReceiptEntry.merged(latestReceiptInfo + (receipt?.inApp ?? []))
  }
}

extension VerifyReceiptVerdict {
  /// True if the answer describes a receipt.
  package var isValid: Bool { self == .valid || self == .validButExpired }
}

extension VerifyReceiptAnswer {
  private static func environment(
    of fields: LegacyFields, _ receipt: AnsweredReceipt
  ) throws(LegacyDocumentError) -> ServerAPIEnvironment? {
    let named = try fields.environment("environment")
    if let named, let implied = receipt.environment, named != implied {
      throw .contradiction(fields: ["environment", "receipt.receipt_type"])
    }
    return named ?? receipt.environment
  }

  /// Reads the lists of transactions. Rejects the transaction of another app.
  private static func latestReceiptInfo(
    in fields: LegacyFields, _ receipt: AnsweredReceipt
  ) throws(LegacyDocumentError) -> [ReceiptEntry] {
    var entries: [ReceiptEntry] = []
    let expired = try fields.objects("latest_expired_receipt_info")
    for object in try fields.objects("latest_receipt_info") + expired {
      if let bundleID = try object.id("bid"), let told = receipt.bundleID, bundleID != told {
        throw .contradiction(fields: ["receipt.bundle_id", object.name("bid")])
      }
      entries.append(try ReceiptEntry(object))
    }
    return ReceiptEntry.merged(entries)
  }

  /// Reads the renewals. An answer about a transaction receipt of iOS 6 tells the only renewal among
  /// its own fields.
  private static func pendingRenewals(
    in fields: LegacyFields, _ entries: [ReceiptEntry]
  ) throws(LegacyDocumentError) -> [PendingRenewal] {
    if !fields.has("pending_renewal_info"), fields.has("auto_renew_status"),
      let entry = entries.first
    {
      return [
        try PendingRenewal(
          fields, of: entry.originalTransactionID ?? entry.transactionID, entry.productID)
      ]
    }
    var renewals: [PendingRenewal] = []
    for object in try fields.objects("pending_renewal_info") {
      renewals.append(try PendingRenewal(object))
    }
    return renewals
  }
}
