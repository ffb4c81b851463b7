/// The share of the proceeds by which a row was paid, as Apple's reports tell it.
package enum ProceedsRate: Hashable, Sendable {
  /// The share before a year of paid service, and that of purchases that do not renew.
  case standard
  /// The higher share after a year of paid service.
  case afterOneYear
}

/// A row with a `Proceeds Reason`.
package protocol ProceedsReasonRow {
  /// `Rate After One Year`, blank, or a reason that is not known yet.
  var proceedsReason: String { get }
}

extension ProceedsReasonRow {
  /// True for `Rate After One Year`.
  package var isRateAfterOneYear: Bool { proceedsReason.lowercased() == "rate after one year" }

  /// The rate that the reason names; nil for an unknown reason. A member of the Small Business Program
  /// may be paid the higher share without a reason.
  package var rate: ProceedsRate? {
    if isRateAfterOneYear { .afterOneYear } else { proceedsReason.isEmpty ? .standard : nil }
  }
}
