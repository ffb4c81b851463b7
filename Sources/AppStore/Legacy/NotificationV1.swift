import Crypto
package import Foundation

/// `responseBodyV1`: a notification of version 1, which Apple does not sign.
///
/// Nothing in the notification is proven beyond the knowledge of the shared secret. Fields from
/// before 2021-03-10 are read as well.
/// https://developer.apple.com/documentation/appstoreservernotifications/responsebodyv1
package struct NotificationV1: Sendable {
  package let notificationType: NotificationTypeV1
  package let environment: ServerAPIEnvironment
  package let bundleID: String?
  package let password: SharedSecret?
  /// One entry per transaction. Apple gives them no order.
  package let entries: [ReceiptEntry]
  package let pendingRenewals: [PendingRenewal]
  package let autoRenewStatus: Bool?
  package let autoRenewProductID: String?
  package let autoRenewStatusChangeDate: Timestamp?
  package let expirationIntent: Int32?
  package let originalTransactionID: String?
  package let cancellationDate: Timestamp?
  package let webOrderLineItemID: String?
  package let productID: String?
  /// The receipt in Base64.
  package let latestReceipt: String?
  /// Apple's statements about the notification itself, as received and by Apple's field names. A
  /// statement of more than 1,024 bytes is left out.
  package let details: [String: String]
  /// The canonical JSON of the notification without its password: the evidence to keep.
  package let withoutPassword: [UInt8]

  package init(_ body: [UInt8]) throws(LegacyDocumentError) {
    guard case .object(var members) = try LegacyJSONParser.parse(body) else {
      throw .malformed(offset: 0)
    }
    let fields = LegacyFields(members)
    let unified = try fields.object("unified_receipt")
    let type = try fields.text("notification_type")
    notificationType = NotificationTypeV1(
      rawValue: try fields.required("notification_type", type))
    environment = try Self.environment(of: fields, unified)
    password = try fields.text("password").flatMap(SharedSecret.init)

    let purchases = try Self.purchases(in: fields, unified)
    bundleID = try Self.bundleID(of: fields, purchases)
    var entries: [ReceiptEntry] = []
    for purchase in purchases { entries.append(try ReceiptEntry(purchase)) }
    self.entries = ReceiptEntry.merged(entries)
    pendingRenewals = try Self.pendingRenewals(in: [unified, fields])

    autoRenewStatus = try fields.flag("auto_renew_status")
    autoRenewProductID = try fields.id("auto_renew_product_id")
    autoRenewStatusChangeDate = try fields.date("auto_renew_status_change_date")
    expirationIntent = try fields.int32("expiration_intent")
    originalTransactionID = try fields.id("original_transaction_id")
    cancellationDate = try fields.date("cancellation_date")
    webOrderLineItemID = try fields.id("web_order_line_item_id")
    productID = try fields.id("product_id")
    latestReceipt = try Self.latestReceipt(in: fields, unified)
    details = Self.details(of: fields, unified)

    members["password"] = nil
    withoutPassword = LegacyJSON.object(members).canonical
  }

  /// An identifier of the notification, equal in every retry: the first bits of SHA-256 over
  /// `withoutPassword`, in the form of RFC 9562, 5.8. Apple sends no identifier.
  package var messageID: UUID {
    var bytes = Array(SHA256.hash(data: withoutPassword).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// The bytes of `latestReceipt`; nil if the receipt is absent or not Base64.
  package var latestReceiptBytes: [UInt8]? {
    latestReceipt.flatMap(ReceiptText.bytes)
  }

  /// The dates of the events that the notification tells. Apple sends no date of the notification
  /// itself. Ends of periods are not events.
  package var eventDates: [Timestamp] {
    let events = entries.flatMap {
      [$0.purchaseDate, $0.originalPurchaseDate, $0.cancellationDate]
    }
    return (events + [cancellationDate, autoRenewStatusChangeDate]).compactMap(\.self)
  }
}

extension NotificationV1 {
  private static func environment(
    of fields: LegacyFields, _ unified: LegacyFields?
  ) throws(LegacyDocumentError) -> ServerAPIEnvironment {
    let outer = try fields.environment("environment")
    let inner: ServerAPIEnvironment? =
      if let unified { try unified.environment("environment") } else { nil }
    if let outer, let inner, outer != inner {
      throw .contradiction(fields: ["environment", "unified_receipt.environment"])
    }
    return try fields.required("environment", outer ?? inner)
  }

  /// Returns the objects that describe transactions, the modern list first.
  private static func purchases(
    in fields: LegacyFields, _ unified: LegacyFields?
  ) throws(LegacyDocumentError) -> [LegacyFields] {
    try (unified?.objects("latest_receipt_info") ?? []) + fields.objects("latest_receipt_info")
      + fields.objects("latest_expired_receipt_info")
  }

  /// Returns the bundle identifier. Old notifications name the app in the description of the
  /// transaction.
  private static func bundleID(
    of fields: LegacyFields, _ purchases: [LegacyFields]
  ) throws(LegacyDocumentError) -> String? {
    var told: (id: String, field: String)?
    for object in [fields] + purchases {
      for key in ["bid", "bundle_id"] {
        guard let id = try object.id(key) else { continue }
        if let told, told.id != id {
          throw .contradiction(fields: [told.field, object.name(key)])
        }
        told = told ?? (id, object.name(key))
      }
    }
    return told?.id
  }

  /// Returns one renewal per chain and product. The objects come in order of preference.
  private static func pendingRenewals(
    in objects: [LegacyFields?]
  ) throws(LegacyDocumentError) -> [PendingRenewal] {
    var renewals: [PendingRenewal] = []
    var told: Set<[String?]> = []
    for object in objects.compactMap(\.self) {
      for fields in try object.objects("pending_renewal_info") {
        let renewal = try PendingRenewal(fields)
        if told.insert([renewal.originalTransactionID, renewal.productID]).inserted {
          renewals.append(renewal)
        }
      }
    }
    return renewals
  }

  private static func latestReceipt(
    in fields: LegacyFields, _ unified: LegacyFields?
  ) throws(LegacyDocumentError) -> String? {
    if let receipt = try unified?.receipt("latest_receipt") { return receipt }
    if let receipt = try fields.receipt("latest_receipt") { return receipt }
    return try fields.receipt("latest_expired_receipt")
  }

  private static let detailNames = [
    "auto_renew_adam_id", "auto_renew_product_id", "auto_renew_status",
    "auto_renew_status_change_date", "auto_renew_status_change_date_ms", "bid", "bvrs",
    "cancellation_date", "cancellation_date_ms", "cancellation_reason", "deprecation",
    "expiration_intent", "original_transaction_id", "product_id", "web_order_line_item_id",
  ]

  private static func details(of fields: LegacyFields, _ unified: LegacyFields?) -> [String: String]
  {
    var details: [String: String] = [:]
    // A detail that cannot be read is left out: no fact depends on details.
    for name in detailNames { details[name] = try? fields.text(name) }
    details["unified_receipt.status"] = try? unified?.text("status")
    return details
  }
}
