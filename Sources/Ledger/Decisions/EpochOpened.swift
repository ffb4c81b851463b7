package import Foundation

/// The ledger goes on from a restored backup: what it had answered after that backup may never have
/// been, so positions told under the epoch before mean nothing any more.
package struct EpochOpened: Hashable, Sendable, Codable {
  package let epoch: UUID
  package let reason: String
  package let openedAt: Instant

  package init(epoch: UUID, reason: String, openedAt: Instant) {
    self.epoch = epoch
    self.reason = reason
    self.openedAt = openedAt
  }

  package var digest: Digest {
    var form = CanonicalForm(19)
    form.add(6, openedAt)
    form.add(46, reason)
    form.add(55, epoch)
    return form.digest
  }
}
