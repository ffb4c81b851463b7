package import Foundation

/// The start of a new epoch after a restore from backup. Events after the backup may be lost, so
/// that positions of the previous epoch are no longer valid.
package struct EpochOpened: SharedContent, Codable {
  package let epoch: UUID
  package let reason: String
  /// The last position that this history shares with the one before it; nil in older events, which say
  /// nothing of it.
  package let kept: Position?
  package let openedAt: Instant

  package init(epoch: UUID, reason: String, kept: Position? = nil, openedAt: Instant) {
    self.epoch = epoch
    self.reason = reason
    self.kept = kept
    self.openedAt = openedAt
  }

  package static var type: EventType { .epochOpened }
  package var assertedAt: Instant { openedAt }

  package var digest: Digest {
    var form = CanonicalForm(19)
    form.add(6, openedAt)
    form.add(46, reason)
    form.add(55, epoch)
    form.add(87, kept?.description)
    return form.digest
  }
}
