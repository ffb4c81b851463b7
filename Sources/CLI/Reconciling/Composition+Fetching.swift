import Outbox
import Reconciliation

extension Composition {
  /// Has the clerk read on, and works off what Apple owes until nothing of it is due; tells how much was
  /// tried.
  func fetchWhatIsOwed() async throws -> Int {
    try await database.project(log)
    while try await outbox.clerk.runOnce() > 0 {}
    try await reconciler.lookOnce()
    var tried = 0
    while case let count = try await outbox.worker.runOnce([.history, .status]), count > 0 {
      tried += count
      while try await outbox.clerk.runOnce() > 0 {}
    }
    return tried
  }
}
