import Ledger

/// The columns that store the fields of rows, where a column is spelled unlike its field.
enum ColumnNames {
  /// Returns the column that stores a field of a type.
  static func column(of field: String, in type: Any.Type) -> String {
    columns["\(type).\(field)"] ?? field.replacing(/[A-Z]+/) { "_" + $0.output.lowercased() }
  }

  /// Returns the columns that differ between two event ids: the position, and the lane if a column has it.
  static func columns(of one: EventID, _ other: EventID, in column: String) -> Set<String> {
    guard let lane = lanes[column] else { return [column] }
    var columns: Set<String> = []
    if one.lane != other.lane { columns.insert(lane) }
    if one.position != other.position { columns.insert(column) }
    return columns
  }

  /// The column of the lane beside that of the position.
  private static let lanes = ["because_position": "because_lane"]

  private static let columns = [
    "ChainID.bundleID": "app",

    "TenureRows.customer": "app_transaction_id",
    "TenureRows.replaced": "replaced_chains",
    "TenureRows.renewal": "renews_as",
    "NextRenewal.productID": "renews_as",
    "NextRenewal.price": "renewal_price",
    "NextRenewal.currency": "renewal_currency",
    "NextRenewal.isRegular": "renewal_is_regular",
    "NextRenewal.isBilledMonthly": "renewal_is_monthly",

    "GroupedPeriod.group": "subscription_group",
    "GroupedPeriod.told": "end_reason",
    "ServiceEnd.reason": "end_reason",
    "ServiceEnd.retryEnd": "retry_until",
    "ServicePeriod.productID": "product",
    "ServicePeriod.purchaseDate": "purchased_at",
    "ServicePeriod.charge": "is_charged",
    "ServicePeriod.start": "starts_at",
    "ServicePeriod.end": "ends_at",
    "ServicePeriod.paidEnd": "paid_until",
    "ServicePeriod.soldEnd": "sold_until",
    "ServicePeriod.graceEnd": "grace_until",
    "ServicePeriod.commitmentRest": "committed_until",
    "CommitmentRest.payments": "payments_left",
    "CommitmentRest.price": "committed_price",
    "CommitmentRest.end": "committed_until",

    "Charge.productID": "product",
    "Charge.subscriptionGroupID": "subscription_group",
    "CommissionRate.thousandths": "rate",
    "CommissionLine.charge": "charged_at",
    "CommissionLine.because": "because_position",
    "CommissionLine.correction": "corrects",
    "Correction.rateBefore": "rate",
    "ChargeDoubt.days": "is_uncertain",
    "ChargeDoubt.rate": "is_rate_uncertain",

    "Customer.group": "subscription_group",
    "Product.id": "product",

    "JournalEntry.productID": "product",
    "JournalEntry.subscriptionGroupID": "subscription_group",
    "JournalEntry.service": "service_start",
    "JournalEntry.causedBy": "because_position",
    "JournalAmounts.savedByTenure": "saved",
    "ServiceSpan.start": "service_start",
    "ServiceSpan.end": "service_end",

    "PresentGrant.made": "made_position",
    "PresentGrant.bundleID": "app",
    "PresentGrant.productID": "product",
    "PresentGrant.isDeliveredElsewhere": "delivered_elsewhere",
    "Unpriced.isGrantedExternally": "granted_externally",
  ]
}
