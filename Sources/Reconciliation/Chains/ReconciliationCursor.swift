package import Ledger
import Outbox

/// The state of a chain's reconciliation with Apple.
package struct ReconciliationCursor: Hashable, Sendable {
  package let chain: ChainID
  /// The latest known end of a period; nil if the chain is no subscription.
  package let expiresAt: Instant?
  /// The moment of the last request for the status of the subscription.
  package let askedAt: Instant?
  /// The beginning of the last reading of the customer's histories to their ends; nil if there was none.
  package let readAt: Instant?
  /// The position in the histories.
  package var cursor: HistoryCursor
}

/// The position in the two histories of a customer, as Apple's revisions.
package struct HistoryCursor: Hashable, Sendable {
  package var historyRevision: String?
  package var refundRevision: String?
}

extension NewJob {
  /// Creates a request to Apple about a chain.
  init(_ kind: JobKind, about chain: ChainID, dueAt: Instant) {
    self.init(
      kind, about: chain.originalTransactionID.rawValue, in: chain.environment,
      of: chain.bundleID, dueAt: dueAt)
  }
}
