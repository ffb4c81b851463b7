/// `receipt` in an answer of `verifyReceipt`: the receipt that was sent, in Apple's reading.
///
/// https://developer.apple.com/documentation/appstorereceipts/responsebody/receipt
package struct AnsweredReceipt: Sendable, Hashable {
  package let bundleID: String?
  /// As `ProductionSandbox`; nil for a transaction receipt of iOS 6.
  package let receiptType: String?
  /// 0 in the sandbox. Equal to `adamID` for a receipt of the app.
  package let appItemID: String?
  package let adamID: String?
  package let applicationVersion: String?
  package let originalApplicationVersion: String?
  /// The date of the app's own purchase; absent for a transaction receipt of iOS 6.
  package let originalPurchaseDate: Timestamp?
  package let receiptCreationDate: Timestamp?
  /// The time of Apple's server at the answer.
  package let requestDate: Timestamp?
  /// Empty for a receipt without purchases.
  package let inApp: [ReceiptEntry]
  /// The environment that `receiptType` names.
  let environment: ServerAPIEnvironment?

  init(_ fields: LegacyFields) throws(LegacyDocumentError) {
    bundleID = try Self.bundleID(of: fields)
    receiptType = try fields.text("receipt_type")
    environment = try Self.environment(named: receiptType, in: fields)
    appItemID = try fields.id("app_item_id")
    adamID = try fields.id("adam_id")
    let bvrs = try fields.text("bvrs")
    applicationVersion = try fields.text("application_version") ?? bvrs
    originalApplicationVersion = try fields.text("original_application_version")
    receiptCreationDate = try fields.date("receipt_creation_date")
    requestDate = try fields.date("request_date")
    if !fields.has("in_app"), fields.has("transaction_id") {
      originalPurchaseDate = nil
      inApp = [try ReceiptEntry(fields)]
      return
    }
    originalPurchaseDate = try fields.date("original_purchase_date")
    var entries: [ReceiptEntry] = []
    for object in try fields.objects("in_app") { entries.append(try ReceiptEntry(object)) }
    inApp = ReceiptEntry.merged(entries)
  }

  /// Returns the bundle identifier. Transaction receipts of iOS 6 have their own name for the field.
  private static func bundleID(of fields: LegacyFields) throws(LegacyDocumentError) -> String? {
    let (id, bid) = (try fields.id("bundle_id"), try fields.id("bid"))
    if let id, let bid, id != bid {
      throw .contradiction(fields: [fields.name("bundle_id"), fields.name("bid")])
    }
    return id ?? bid
  }

  /// Returns the environment of a type of receipts. Types for volume purchases contain `VPP`.
  private static func environment(
    named type: String?, in fields: LegacyFields
  ) throws(LegacyDocumentError) -> ServerAPIEnvironment? {
    switch type {
    case nil: nil
    case "Production", "ProductionVPP": .production
    case "Sandbox", "ProductionSandbox", "ProductionVPPSandbox": .sandbox
    default: throw fields.unreadable("receipt_type")
    }
  }
}
