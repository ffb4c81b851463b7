/// The difference between two rows, by the names of the table's columns.
extension EventRow {
  private static let wordNames = [
    "app", "product", "product_type", "subscription_group", "ownership", "reason", "storefront",
    "storefront_id", "currency", "billing_plan", "offer_identifier", "offer_discount",
    "offer_period", "revocation_type", "auto_renew_product", "notification_type",
    "notification_subtype",
  ]
  private static let numberNames = [
    "quantity", "offer_type", "revocation_reason", "revocation_percentage", "expiration_intent",
    "price_increase_status", "status",
  ]
  private static let momentNames = [
    "purchase_at", "original_purchase_at", "expires_at", "revoked_at", "renewal_at",
    "grace_expires_at",
  ]
  private static let textNames = [
    "original_transaction_id", "transaction_id", "app_transaction_id", "web_order_line_item_id",
  ]

  /// Returns the first column that differs; nil if the rows are equal.
  func firstDifference(from other: EventRow) -> String? {
    guard self != other else { return nil }
    let pairs: [(String, Bool)] =
      [
        ("type", type == other.type), ("schema_version", schemaVersion == other.schemaVersion),
        ("stream", stream == other.stream), ("asserted_at", assertedAt == other.assertedAt),
        ("trust", trust == other.trust),
        ("asserted_groups", assertedGroups == other.assertedGroups),
        ("flags", flags == other.flags), ("environment", environment == other.environment),
        ("price", price == other.price), ("account_token", accountToken == other.accountToken),
        ("notification", notification == other.notification), ("digest", digest == other.digest),
        ("evidence", evidence == other.evidence), ("reasserts", reasserts == other.reasserts),
        ("account", account == other.account), ("extra", extra == other.extra),
      ] + zip(Self.wordNames, Self.words).map { ($0, self[keyPath: $1] == other[keyPath: $1]) }
      + zip(Self.numberNames, Self.numbers).map { ($0, self[keyPath: $1] == other[keyPath: $1]) }
      + zip(Self.momentNames, Self.moments).map { ($0, self[keyPath: $1] == other[keyPath: $1]) }
      + zip(Self.textNames, Self.texts).map { ($0, self[keyPath: $1] == other[keyPath: $1]) }
    return pairs.first { !$0.1 }?.0
  }
}
