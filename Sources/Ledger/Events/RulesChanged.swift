/// The first start of a build whose rules of tenure, commission or coins have another number.
///
/// All answers are by the present rules, also those about the past. The event says from when on
/// they were given by which rules.
package struct RulesChanged: SharedContent, Codable {
  /// The number of this build's rules.
  ///
  /// - 1: the rules until owners followed signed tokens and years the calendar.
  /// - 2: years and gaps by the calendar of Los Angeles, and refunds of past periods by what they
  ///   took.
  /// - 3: coins rounded to the nearest, and prorated on upgrades.
  /// - 4: commission as the journal books it, without tax and less what was given back.
  /// - 5: of each field the newest copy that tells it; a non-consumable under several ids is one purchase;
  ///   a purchase replaces nothing that stood refunded; the share that Apple signed comes before that of
  ///   the time; a plan billed by the month lasts a month; grace by Apple's status.
  /// - 6: a grace that Apple's status alone told, without any date, runs from the expiry.
  package static let present = 6

  package let number: Int
  package let changedAt: Instant

  package init(number: Int, changedAt: Instant) {
    self.number = number
    self.changedAt = changedAt
  }

  package static var type: EventType { .rulesChanged }
  package var assertedAt: Instant { changedAt }

  package var digest: Digest {
    var form = CanonicalForm(25)
    form.add(6, changedAt)
    form.add(64, Int64(number))
    return form.digest
  }
}
