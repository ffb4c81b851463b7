package import Foundation
package import Ledger

/// A sweep of a window of Apple's history, with its progress.
package struct Sweep: Hashable, Sendable {
  package let id: UUID
  package let store: StoreEndpoint
  package let window: Window
  package let startedAt: Instant
  /// The token of the next page; nil at the beginning.
  package var paginationToken: String?
  package var finishedAt: Instant?
  package var count = ReconciliationCount()
}
