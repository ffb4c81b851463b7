package import Foundation
package import Ledger

/// What makes an event the same as one stored before: the time of what was asserted, and half a
/// digest of it.
///
/// A fact is the same if the same was asserted at the same moment. A notification is known by its
/// UUID alone, since a repetition might be signed anew; a decision by what it decides.
package struct EventKey: Hashable, Sendable {
  package let assertedAt: Instant
  package let key: UUID

  init(assertedAt: Instant, key: UUID) {
    self.assertedAt = assertedAt
    self.key = key
  }

  package init(_ event: LedgerEvent) {
    switch event {
    case .transactionObserved(let fact): self.init(fact.assertion)
    case .renewalObserved(let fact): self.init(fact.assertion)
    case .noticeReceived(let notice):
      self.init(timeless: ["notification", notice.notificationUUID.uuidString])
    case .chainOwned: self.init(timeless: ["owned", event.stream.key.uuidString])
    case .chainClaimed(let claim):
      self.init(
        timeless: [
          "claimed", event.stream.key.uuidString, claim.chain.originalTransactionID.rawValue,
        ])
    }
  }

  private init(_ assertion: Assertion) {
    assertedAt = assertion.assertedAt
    key = assertion.digest.half
  }

  private init(timeless words: [String]) {
    assertedAt = Instant(milliseconds: 0)
    key = Digest(of: Array(words.joined(separator: "\u{0}").utf8)).half
  }
}
