import Outbox
import Reconciliation

extension Composition {
  /// Produces jobs from the log, and performs history and status jobs until none is due. Returns
  /// the number of attempts.
  func fetchPending() async throws -> Int {
    try await database.project(log)
    while try await outbox.jobProducer.runOnce() > 0 {}
    try await reconciler.lookOnce()
    var tried = 0
    while case let count = try await outbox.worker.runOnce([.history, .status]), count > 0 {
      tried += count
      while try await outbox.jobProducer.runOnce() > 0 {}
    }
    return tried
  }
}
