/// Apple's word on the end of a period after which the subscription did not go on.
package struct ServiceEnd: Hashable, Sendable {
  package let reason: ServiceEndReason
  /// The moment at which Apple told that it tries no longer to collect the price of a next period; nil if it
  /// did not, or told no end.
  package let retryEnd: Instant?

  package init(_ reason: ServiceEndReason, retryEnd: Instant? = nil) {
    (self.reason, self.retryEnd) = (reason, retryEnd)
  }
}
