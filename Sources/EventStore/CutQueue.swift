import Synchronization

/// The cuts of one process, taken one at a time. Requests that arrive while a cut is taken share the
/// next one: the current cut may have read its heads before they arrived.
final class CutQueue: Sendable {
  private typealias Waiter = CheckedContinuation<Cut, any Error>

  private struct State {
    var waiters: [Waiter] = []
    var isTaking = false

    /// Returns true if the caller has to take the cuts.
    mutating func enlist(_ waiter: Waiter) -> Bool {
      waiters.append(waiter)
      defer { isTaking = true }
      return !isTaking
    }

    /// Returns the requests that share the next cut; empty at the end of the work.
    mutating func next() -> [Waiter] {
      isTaking = !waiters.isEmpty
      defer { waiters = [] }
      return waiters
    }
  }

  private let take: @Sendable () async throws -> Cut
  private let state = Mutex(State())

  init(_ take: @escaping @Sendable () async throws -> Cut) {
    self.take = take
  }

  /// The number of requests that wait for a cut that is not being taken yet.
  var waitingCount: Int { state.withLock { $0.waiters.count } }

  /// Returns a cut that was begun after this call.
  func next() async throws -> Cut {
    try await withCheckedThrowingContinuation { waiter in
      if state.withLock({ $0.enlist(waiter) }) {
        Task { await drain() }  // a shared cut outlives each caller's task
      }
    }
  }

  private func drain() async {
    while case let waiters = state.withLock({ $0.next() }), !waiters.isEmpty {
      do {
        let cut = try await take()
        for waiter in waiters { waiter.resume(returning: cut) }
      } catch {
        for waiter in waiters { waiter.resume(throwing: error) }
      }
    }
  }
}
