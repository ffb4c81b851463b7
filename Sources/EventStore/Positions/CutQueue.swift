/// The cuts of one process, taken one at a time. Requests that arrive while a cut is taken share the
/// next one: the current cut may have read its heads before they arrived.
final class CutQueue: Sendable {
  private typealias Waiter = CheckedContinuation<Cut, any Error>

  private struct Requests: RequestQueue {
    private(set) var waiters: [Waiter] = []
    private var isTaking = false

    /// Returns true if the caller has to start the task that takes the cuts.
    mutating func enlist(_ waiter: Waiter) -> Bool {
      waiters.append(waiter)
      defer { isTaking = true }
      return !isTaking
    }

    /// Returns the requests that share the next cut; nil at the end of the work.
    mutating func next() -> [Waiter]? {
      isTaking = !waiters.isEmpty
      defer { waiters = [] }
      return waiters.isEmpty ? nil : waiters
    }
  }

  private let server: QueueServer<Requests>

  init(_ take: @escaping @Sendable () async throws -> Cut) {
    server = QueueServer(Requests()) { waiters in
      do {
        let cut = try await take()
        for waiter in waiters { waiter.resume(returning: cut) }
      } catch {
        for waiter in waiters { waiter.resume(throwing: error) }
      }
    }
  }

  /// The number of requests that wait for a cut that is not being taken yet.
  var waitingCount: Int { server.read(\.waiters.count) }

  /// Returns a cut that was begun after this call. Throws `closed` after `close()`.
  func next() async throws -> Cut {
    try await withCheckedThrowingContinuation { waiter in
      do {
        try server.submit { $0.enlist(waiter) }
      } catch {
        waiter.resume(throwing: error)
      }
    }
  }

  /// Refuses later requests, and returns once the earlier ones are answered.
  func close() async { await server.close() }
}
