import Synchronization

/// The refusal of a look-up because too many wait. The same request may succeed a moment later.
package struct TooManyKeyLookups: Error {}

/// The look-ups of keys in the database, few at a time, in the order of arrival. Requests with the
/// same key share one look-up.
///
/// Strangers with keys of their own invention thus occupy a few connections at most. The number of
/// keys that wait is bounded, and one more is refused at once.
final class KeyLookups: Sendable {
  /// The look-ups that are asked of the database at once: half of the smallest pool.
  static let runningMax = 2
  /// The keys that are looked up or wait.
  static let countMax = 64

  private typealias Waiter = CheckedContinuation<KeyRecord?, any Error>

  private struct Lookup {
    let key: APIKey
    var waiters: [UInt64: Waiter] = [:]
  }

  private enum Place {
    /// The first request with its key. It has to start a worker if there are too few.
    case first(startsWorker: Bool)
    case shared, refused
  }

  private struct State {
    /// Every key that is looked up or waits, by its text.
    var lookups: [String: Lookup] = [:]
    /// The keys that wait, in the order of arrival.
    var queue: [APIKey] = []
    var running = 0
    var lastWaiter: UInt64 = 0

    mutating func enlist(_ waiter: Waiter, _ number: UInt64, for key: APIKey) -> Place {
      let isFirst = lookups[key.text] == nil
      guard !isFirst || lookups.count < KeyLookups.countMax else { return .refused }
      lookups[key.text, default: Lookup(key: key)].waiters[number] = waiter
      guard isFirst else { return .shared }
      queue.append(key)
      guard running < KeyLookups.runningMax else { return .first(startsWorker: false) }
      running += 1
      return .first(startsWorker: true)
    }

    /// Returns the key that waited longest; nil at the end of a worker's work.
    mutating func next() -> APIKey? {
      guard !queue.isEmpty else {
        running -= 1
        return nil
      }
      return queue.removeFirst()
    }
  }

  private let look: @Sendable (APIKey) async throws -> KeyRecord?
  private let state = Mutex(State())

  init(_ look: @escaping @Sendable (APIKey) async throws -> KeyRecord?) {
    self.look = look
  }

  /// The number of requests that wait for a look-up, under way or not.
  var waitingCount: Int {
    state.withLock { $0.lookups.values.reduce(0) { $0 + $1.waiters.count } }
  }

  /// Returns the record of a key; nil for a key that opens nothing.
  func record(of key: APIKey) async throws -> KeyRecord? {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        switch state.withLock({ $0.enlist(waiter, number, for: key) }) {
        case .first(true): Task { await work() }  // a shared look-up outlives each caller's task
        case .first(false), .shared: break
        case .refused: return waiter.resume(throwing: TooManyKeyLookups())
        }
        // A cancellation before the enlistment found nobody to tell.
        if Task.isCancelled { abandon(number, of: key) }
      }
    } onCancel: {
      abandon(number, of: key)
    }
  }

  /// Ends the wait of a request that was canceled. Its look-up goes on for the others.
  private func abandon(_ number: UInt64, of key: APIKey) {
    state.withLock { $0.lookups[key.text]?.waiters.removeValue(forKey: number) }?
      .resume(throwing: CancellationError())
  }

  private func work() async {
    while let key = state.withLock({ $0.next() }) {
      do {
        let record = try await look(key)
        for waiter in end(key) { waiter.resume(returning: record) }
      } catch {
        for waiter in end(key) { waiter.resume(throwing: error) }
      }
    }
  }

  private func end(_ key: APIKey) -> [Waiter] {
    state.withLock { state in
      (state.lookups.removeValue(forKey: key.text)?.waiters.values).map { Array($0) } ?? []
    }
  }
}
