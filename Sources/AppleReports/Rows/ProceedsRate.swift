package import Ledger

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

extension BillingPeriod {
  /// Parses the length of a plan as reports write it: `7 Days`, `1 Week`, `2 Months`, `1 Year`. Nil for
  /// anything else.
  package init?(reported text: String) {
    let parts = text.lowercased().split(separator: " ")
    guard parts.count == 2, let count = Int(parts[0]), (1...999).contains(count) else {
      return nil
    }
    switch parts[1] {
    case "day", "days": self = .days(count)
    case "week", "weeks": self = .days(count * 7)
    case "month", "months": self = .months(count)
    case "year", "years": self = .months(count * 12)
    default: return nil
    }
  }
}
