import EventStore
import Outbox

/// The wrapping of all data keys, those of evidence and those of jobs, with the first master key.
package struct DataKeyWrapping {
  /// The number of data keys that were wrapped.
  package let count: Int
  /// The identifier of the first master key.
  package let keyID: String

  /// Wraps every data key that another master key had wrapped.
  ///
  /// - Parameter onCount: is called with the number of keys done, after each batch.
  package init(_ settings: Settings, onCount: (Int) -> Void = { _ in }) async throws {
    let keyring = try KeyringFile(settings).keyring
    (count, keyID) = try await Database.withLog(settings) { log, database in
      let queue = JobQueue(pool: database.pool, log: log, keyring: keyring)
      var count = 0
      while case let some = try await log.rewrapping.rewrapSome() + queue.contents.rewrapSome(),
        some > 0
      {
        count += some
        onCount(count)
      }
      return (count, log.rewrapping.sealingKeyID)
    }
  }
}
