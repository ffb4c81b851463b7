/// A column of table `event` among those of its type. The order of the cases is the order of the
/// columns in every statement.
protocol EventColumn: CaseIterable, Hashable, Sendable, RawRepresentable<Int>
where AllCases == [Self] {
  static var count: Int { get }
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
  case renewalProduct, renewalCurrency, renewalBillingPlan, renewalOfferIdentifier
  case renewalOfferDiscount, renewalOfferPeriod

  static let count = allCases.count
}

enum NumberColumn: Int, EventColumn {
  case quantity, offerType, revocationReason, revocationPercentage, expirationIntent
  case priceIncreaseStatus, status, renewalOfferType, renewalGroups, renewalFlags

  static let count = allCases.count
}

enum MomentColumn: Int, EventColumn {
  case purchaseAt, originalPurchaseAt, expiresAt, revokedAt, renewalAt, graceExpiresAt
  case recentStartAt, transactionAssertedAt, renewalAssertedAt

  static let count = allCases.count
}

/// The columns that hold a string of their own.
enum TextColumn: Int, EventColumn {
  case originalTransactionID, transactionID, appTransactionID, webOrderLineItemID
  case renewalAppTransactionID

  static let count = allCases.count
}

/// The values of the columns of one type.
struct ColumnValues<Column: EventColumn, Value: Hashable & Sendable>: Hashable, Sendable {
  private(set) var values: [Value?]

  init() {
    values = [Value?](repeating: nil, count: Column.count)
  }

  /// Reads the values column by column.
  init(reading next: () throws -> Value?) rethrows {
    values = []
    values.reserveCapacity(Column.count)
    for _ in 0..<Column.count { values.append(try next()) }
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

  /// Takes the other's values for the columns that are empty here.
  mutating func fill(from other: Self) {
    for index in values.indices where values[index] == nil { values[index] = other.values[index] }
  }

  /// Returns the names of the columns that differ.
  func differences(from other: Self) -> [String] {
    Column.allCases.filter { self[$0] != other[$0] }.map(\.name)
  }
}

/// The columns of table `event` as text in statements.
enum QueryFragment {
  /// The names, as a statement selects them.
  static let eventColumns = (head + ["recorded_at"] + middle + placed + tail)
    .joined(separator: ", ")

  /// The names in the order of type `event_row`, as rows are inserted.
  static let eventRowColumns =
    (["lane", "position", "first_position", "recorded_at"] + placed + head.dropFirst(3) + middle
    + tail)
    .joined(separator: ", ")

  /// The moments that an event may have, beside those of its assertion and its recording.
  static let eventMoments = names(MomentColumn.self).joined(separator: ", ")

  /// The position of the first event of a row.
  static let firstPosition = "coalesce(first_position, position)"

  /// The position before which the row of the event at `read_position` stands.
  static let rowReach =
    "least(read_position, \(Int64.max - RowPlace.eventsMax)) + \(RowPlace.eventsMax)"

  private static let head = ["lane", "position", "first_position", "stream", "asserted_at"]
  private static let middle: [String] =
    ["type", "schema_version", "trust", "asserted_groups", "flags", "environment"]
    + names(StringColumn.self) + names(NumberColumn.self) + ["price"] + names(MomentColumn.self)
    + ["account_token", "notification", "digest"]
  /// The columns that are known once a row has its place.
  private static let placed = ["evidence", "reasserts"]
  private static let tail =
    ["account"] + names(TextColumn.self)
    + ["extra", "details", "renewal_price", "renewal_account_token", "renewal_extra"]

  private static func names<Column: EventColumn>(_: Column.Type) -> [String] {
    Column.allCases.map(\.name)
  }
}
