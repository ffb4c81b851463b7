/// A moment at which something changed for a subscriber.
package struct SubscriberStep: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The first service, free of charge.
    case tried
    /// The first service, paid.
    case began
    /// The next period, which follows without a gap.
    case renewed
    /// The next period, which Apple could charge only within the grace after the one before.
    case recoveredInGrace
    /// One of several periods at a time ended and another goes on, or one of another chain began beside it.
    case remained
    /// Service after a gap, without the customer's doing: Apple collected the price after all, or took a
    /// refund back.
    case recovered
    /// A purchase after a gap that keeps the accrued service.
    case returnedInTime
    /// A purchase after a gap that was too long to keep it.
    case returnedLate
    case ended(ServiceEndReason)
  }

  package let moment: Instant
  package let kind: Kind
  /// The period that served until this moment; nil if none did.
  package let before: ServicePeriod?
  /// The period that serves from this moment on; nil if none does.
  package let after: ServicePeriod?
  /// True if no period before was paid, and this one is.
  package let isFirstPayment: Bool
}
