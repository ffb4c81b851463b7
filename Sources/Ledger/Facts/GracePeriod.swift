/// A grace period: service after the end of a period while Apple tries to collect.
package struct GracePeriod: Hashable, Sendable, Codable {
  /// The end of the period before the grace period; nil in facts from before June 2023.
  package let renewalDate: Instant?
  package let expiresDate: Instant
  /// The first assertion: its time and its event.
  package private(set) var given: Sighting
  package private(set) var lastAssertedAt: Instant

  /// Creates a period; nil if its end is not after the renewal date, as when the date of an old
  /// grace period is repeated.
  init?(after renewalDate: Instant?, until expiresDate: Instant, given: Sighting) {
    if let renewalDate, expiresDate <= renewalDate { return nil }
    self.renewalDate = renewalDate
    self.expiresDate = expiresDate
    self.given = given
    lastAssertedAt = given.assertedAt
  }

  /// Returns the period with the first and last assertion of both.
  func merged(with other: GracePeriod) -> GracePeriod {
    var period = self
    period.given = min(given, other.given)
    period.lastAssertedAt = max(lastAssertedAt, other.lastAssertedAt)
    return period
  }

  /// The identity of a grace period over several assertions.
  struct Key: Hashable {
    let renewalDate: Instant?
    let expiresDate: Instant
  }

  var key: Key { Key(renewalDate: renewalDate, expiresDate: expiresDate) }
}
