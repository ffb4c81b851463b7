package import Ledger
import Outbox

/// What is known of Apple's knowledge of a chain.
package struct ChainWatch: Hashable, Sendable {
  package let chain: ChainID
  package let bundleID: BundleID
  /// The latest end of a period that was heard of; nil for what is no subscription.
  package let expiresAt: Instant?
  /// When Apple was asked last how the subscription stands.
  package let askedAt: Instant?
  /// When the histories of the chain's customer were read to their ends; nil if never.
  package let readAt: Instant?
  /// How far they were read.
  package var cursor: HistoryCursor
}

/// How far the two histories of a customer were read, in Apple's words.
package struct HistoryCursor: Hashable, Sendable {
  package var historyRevision: String?
  package var refundRevision: String?

  package init(historyRevision: String? = nil, refundRevision: String? = nil) {
    self.historyRevision = historyRevision
    self.refundRevision = refundRevision
  }
}

extension NewErrand {
  /// A question to Apple about a chain.
  init(_ kind: ErrandKind, about watch: ChainWatch, dueAt: Instant) {
    self.init(
      kind, about: watch.chain.originalTransactionID.rawValue, in: watch.chain.environment,
      of: watch.bundleID, dueAt: dueAt)
  }
}
