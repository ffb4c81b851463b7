/// A difference that is put into the files on purpose, so that a reconciliation can be shown to find it.
///
/// A discrepancy alters one row of `SALES`, and what follows from it in `SUBSCRIBER` and in the settled
/// reports; or a row of `SUBSCRIPTION` or `SUBSCRIPTION_EVENT` alone. The seed chooses the row; the same seed
/// chooses the same one.
package struct ReportDiscrepancy: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// A row of paid units is left out.
    case missingRow = "missing_row"
    /// One unit of a row is told of another storefront too, which sold none that day.
    case extraRow = "extra_row"
    /// Subscriptions are paid at the other rate: after a year in place of the first year, or the reverse.
    case otherRate = "other_rate"
    /// The price is a whole unit of the currency higher.
    case otherPrice = "other_price"
    /// Subscriptions are told as new in place of renewed, or the reverse.
    case otherSubscription = "other_subscription"
    /// One unit more is told than was sold.
    case otherUnits = "other_units"
    /// Refunds are told a day late.
    case refundOnAnotherDay = "refund_on_another_day"
    /// A subscription is not counted among those of the end of a day.
    case missingSubscription = "missing_subscription"
    /// An event of a subscription is not counted.
    case missingEvent = "missing_event"

    /// True if sales are altered.
    package var isOfSales: Bool { self != .missingSubscription && self != .missingEvent }
  }

  package let kind: Kind
  package let seed: UInt64

  package init(_ kind: Kind, seed: UInt64 = 1) {
    self.kind = kind
    self.seed = seed
  }
}

/// An alteration of the files: the discrepancy and the row that has it.
package struct ReportAlteration: Hashable, Sendable {
  package let kind: ReportDiscrepancy.Kind
  /// The day of the row before the alteration.
  package let day: PacificDay
  package let product: String
  /// The country of the altered row by its three letters.
  package let country: String
  /// A sentence that tells the alteration.
  package let name: String
}
