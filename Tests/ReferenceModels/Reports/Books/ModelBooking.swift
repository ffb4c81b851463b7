package import Ledger

/// A booking: an entry that an event put into the books or took out of them.
package struct ModelBooking: Hashable, Sendable {
  package let entry: ModelEntry
  /// 1 for an entry that was put in, -1 for one that was taken out.
  package let sign: Int128
  /// The own moment of the entry, or the first open day if its month was closed before the event.
  package let bookedAt: Instant
  /// True for an adjustment: a booking that belongs to an earlier, closed month.
  package let isLate: Bool
  /// True if the entry is that of a charge that was corrected.
  package let isCorrected: Bool
  package let cause: EventID

  /// The number of charges, of purchases without a price, or of returns; negative for what was taken out.
  package func count(_ kind: ModelEntry.Kind) -> Int128 { entry.kind == kind ? sign : 0 }

  /// The price of a charge, or of what was given back; negative for what was taken out.
  package func price(_ kind: ModelEntry.Kind) -> Int128 {
    entry.kind == kind ? sign * Int128(entry.amounts.price) : 0
  }

  /// Returns what the booking adds to an amount after returns: more by a charge or a reversal, less by what
  /// was given back.
  package func net(_ amount: KeyPath<ModelAmounts, Int64>) -> Int128 {
    charged(amount) - returned(amount)
  }

  /// Returns what the booking adds to an amount of the charges.
  package func charged(_ amount: KeyPath<ModelAmounts, Int64>) -> Int128 {
    entry.kind == .charge ? sign * Int128(entry.amounts[keyPath: amount]) : 0
  }

  /// Returns what the booking adds to the part of an amount that was given back, less what was taken back.
  package func returned(_ amount: KeyPath<ModelAmounts, Int64>) -> Int128 {
    let value = sign * Int128(entry.amounts[keyPath: amount])
    return switch entry.kind {
    case .charge, .unpriced: 0
    case .refund, .upgrade: value
    case .reversal: -value
    }
  }
}
