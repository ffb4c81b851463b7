/// Time given after the end of a period while Apple tries to collect.
package struct GracePeriod: Hashable, Sendable, Codable {
  /// The end of the period it follows; nil in facts from before June 2023.
  package let renewalDate: Instant?
  package let expiresDate: Instant
  /// When it was first asserted, and by which event.
  package private(set) var given: Sighting
  package private(set) var lastAssertedAt: Instant

  /// Nil for the date of an old grace period that is still repeated.
  init?(after renewalDate: Instant?, until expiresDate: Instant, given: Sighting) {
    if let renewalDate, expiresDate <= renewalDate { return nil }
    self.renewalDate = renewalDate
    self.expiresDate = expiresDate
    self.given = given
    lastAssertedAt = given.assertedAt
  }

  /// The same period, asserted by both.
  func merged(with other: GracePeriod) -> GracePeriod {
    var period = self
    period.given = min(given, other.given)
    period.lastAssertedAt = max(lastAssertedAt, other.lastAssertedAt)
    return period
  }

  /// What makes two assertions speak of one period.
  struct Key: Hashable {
    let renewalDate: Instant?
    let expiresDate: Instant
  }

  var key: Key { Key(renewalDate: renewalDate, expiresDate: expiresDate) }
}
