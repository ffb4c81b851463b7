/// A column of table `event` among those of its type. The order of the cases is the order of the
/// columns in every statement.
protocol EventColumn: CaseIterable, Hashable, Sendable, RawRepresentable<Int>
where AllCases == [Self] {
  /// The type of the column in SQL.
  static var sqlType: String { get }
}

extension EventColumn {
  /// The name of the column in SQL: `webOrderLineItemID` is column `web_order_line_item_id`.
  var name: String {
    "\(self)".replacing(/[A-Z]+/) { "_" + $0.output.lowercased() }
  }
}

/// The columns that hold the id of an interned string.
enum StringColumn: Int, EventColumn {
  case app, product, productType, subscriptionGroup, ownership, reason, storefront, storefrontID
  case currency, billingPlan, offerIdentifier, offerDiscount, offerPeriod, revocationType
  case autoRenewProduct, notificationType, notificationSubtype

  static let sqlType = "integer"
}

enum NumberColumn: Int, EventColumn {
  case quantity, offerType, revocationReason, revocationPercentage, expirationIntent
  case priceIncreaseStatus, status

  static let sqlType = "integer"
}

enum MomentColumn: Int, EventColumn {
  case purchaseAt, originalPurchaseAt, expiresAt, revokedAt, renewalAt, graceExpiresAt

  static let sqlType = "timestamptz"
}

/// The columns that hold a string of their own.
enum TextColumn: Int, EventColumn {
  case originalTransactionID, transactionID, appTransactionID, webOrderLineItemID

  static let sqlType = "text"
}

/// The values of the columns of one type.
struct ColumnValues<Column: EventColumn, Value: Hashable & Sendable>: Hashable, Sendable {
  private(set) var values: [Value?]

  init() {
    values = Column.allCases.map { _ in nil }
  }

  /// Reads the values column by column.
  init(reading next: () throws -> Value?) rethrows {
    values = try Column.allCases.map { _ in try next() }
  }

  subscript(column: Column) -> Value? {
    get { values[column.rawValue] }
    set { values[column.rawValue] = newValue }
  }

  /// Returns the values that a closure gives for those that are present.
  func map<Other>(_ transform: (Value) throws -> Other?) rethrows -> ColumnValues<Column, Other> {
    var other = ColumnValues<Column, Other>()
    other.values = try values.map { try $0.flatMap(transform) }
    return other
  }

  /// Returns the name of the first column that differs; nil if all values are equal.
  func firstDifference(from other: Self) -> String? {
    Column.allCases.first { self[$0] != other[$0] }?.name
  }
}

/// The columns of table `event` as text in statements.
enum QueryFragment {
  /// The names, as a statement selects and inserts them.
  static let eventColumns = all.map(\.name).joined(separator: ", ")

  /// The parameters of an insertion: one array for each column.
  static let eventParameters = all.enumerated()
    .map { "$\($0.offset + 1)::\($0.element.type)[]" }.joined(separator: ", ")

  /// The moments that an event may have, beside those of its assertion and its recording.
  static let eventMoments = MomentColumn.allCases.map(\.name).joined(separator: ", ")

  private static let all: [(name: String, type: String)] =
    [
      ("lane", "smallint"), ("position", "bigint"), ("stream", "uuid"),
      ("asserted_at", "timestamptz"), ("recorded_at", "timestamptz"), ("type", "smallint"),
      ("schema_version", "smallint"), ("trust", "smallint"), ("asserted_groups", "smallint"),
      ("flags", "smallint"), ("environment", "integer"),
    ] + columns(StringColumn.self) + columns(NumberColumn.self) + [("price", "bigint")]
    + columns(MomentColumn.self) + [
      ("account_token", "uuid"), ("notification", "uuid"), ("digest", "bytea"),
      ("evidence", "bigint"), ("reasserts", "bigint"), ("account", "uuid"),
    ] + columns(TextColumn.self) + [("extra", "json")]

  private static func columns<Column: EventColumn>(
    _: Column.Type
  ) -> [(name: String, type: String)] {
    Column.allCases.map { ($0.name, Column.sqlType) }
  }
}
