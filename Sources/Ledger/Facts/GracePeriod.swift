/// A grace period: service after the end of a period while Apple tries to collect.
package struct GracePeriod: Hashable, Sendable, Codable {
  /// The longest grace that Apple offers, which one without a date is taken for.
  package static let durationMax: Duration = .seconds(28 * 86_400)

  /// The end of the period before the grace period; nil where Apple did not tell it, as before June 2023.
  package let renewalDate: Instant?
  package let expiresDate: Instant
  /// The first assertion: its time and its event.
  package private(set) var given: Sighting
  package private(set) var lastAssertedAt: Instant
  /// The ground on which Apple's end of the grace is known. It is never stored: a history of dates has
  /// dated periods alone.
  package private(set) var ground = Ground.date
  /// False for a later telling of a status, of which the time alone is kept. It is never stored.
  private var isEventKept = true

  /// Apple told the date; or the status alone, and when it told another status.
  package enum Ground: Hashable, Sendable {
    case date
    case status(endedAt: Instant?)
  }

  private enum CodingKeys: CodingKey {
    case renewalDate, expiresDate, given, lastAssertedAt
  }

  /// Creates a period; nil if its end is not after the renewal date, as when the date of an old
  /// grace period is repeated.
  init?(after renewalDate: Instant?, until expiresDate: Instant, given: Sighting) {
    if let renewalDate, expiresDate <= renewalDate { return nil }
    self.renewalDate = renewalDate
    self.expiresDate = expiresDate
    self.given = given
    lastAssertedAt = given.assertedAt
  }

  /// Creates a period without a date, which lasts until Apple tells another status, and no longer than the
  /// longest grace. Without a renewal date that counts from the expiry of the period that it follows.
  init(
    byStatusAfter renewalDate: Instant?, given: Sighting, endedAt: Instant?,
    isEventKept: Bool = true
  ) {
    self.renewalDate = renewalDate
    expiresDate = (renewalDate ?? given.assertedAt) + Self.durationMax
    self.given = given
    lastAssertedAt = given.assertedAt
    ground = .status(endedAt: endedAt)
    self.isEventKept = isEventKept
  }

  /// The event of the first assertion; nil if it is not kept.
  var event: EventID? { isEventKept ? given.event : nil }

  package var isDated: Bool { ground == .date }
  /// True if Apple told the status alone: neither the end of the grace nor the end that it follows.
  var isByStatusAlone: Bool { !isDated && renewalDate == nil }

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
    let isDated: Bool
  }

  var key: Key { Key(renewalDate: renewalDate, expiresDate: expiresDate, isDated: isDated) }
}
