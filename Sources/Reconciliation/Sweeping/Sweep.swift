package import Foundation
package import Ledger

/// One reading of a window of Apple's history, as far as it has come.
package struct Sweep: Hashable, Sendable {
  package let id: UUID
  package let store: StoreFront
  package let window: Window
  package let startedAt: Instant
  /// Where to go on; nil at the beginning.
  package var paginationToken: String?
  package var finishedAt: Instant?
  package var count = ReconciliationCount()
}
