import Synchronization

/// A batcher of reads: requests that arrive while all reads are busy are answered together, by one read.
///
/// A batch contains only requests that arrived before its read began. The task of its first request reads for all of
/// them. If the read fails by one of the keys, each task reads its own key, so that no request gets the error
/// of another.
///
/// A read that takes longer than `slowAfter` holds up the requests of its batch alone: it is no longer counted, and
/// the waiting requests begin another one.
final class ReadBatcher<Key: Sendable, Value: Sendable>: Sendable {
  private typealias Request = PendingRead<Key, Value>

  private struct State {
    let readsMax: Int
    let weightMax: Int
    let slowAfter: Duration
    private(set) var waiting: [Request] = []
    /// The reads of this epoch that have not ended. Slow reads are of earlier epochs.
    private var running = 0
    private var epoch = 0
    private var lastBegan = ContinuousClock.now
    /// True while a task looks for slow reads.
    var isWatched = false

    init(readsMax: Int, weightMax: Int, slowAfter: Duration) {
      (self.readsMax, self.weightMax, self.slowAfter) = (readsMax, weightMax, slowAfter)
    }

    mutating func enlist(_ request: Request) {
      waiting.append(request)
    }

    /// Begins a read if one may begin. Returns the waiting requests that it includes, besides one of this weight.
    mutating func begin(weight: Int = 0) -> Request.Group? {
      if running >= readsMax, .now - lastBegan > slowAfter {
        epoch += 1
        running = 0
      }
      guard running < readsMax else { return nil }
      waiting.removeAll(where: \.isAnswered)
      guard weight > 0 || !waiting.isEmpty else { return nil }
      running += 1
      lastBegan = .now
      var total = weight
      let count = waiting.prefix { request in
        total += request.weight
        return total <= weightMax || total == request.weight
      }.count
      let requests = ArraySlice(waiting.prefix(count))
      waiting.removeFirst(count)
      return Request.Group(requests: requests, epoch: epoch)
    }

    mutating func end(_ epoch: Int) {
      if epoch == self.epoch { running -= 1 }
    }
  }

  private let state: Mutex<State>
  private let isOfAll: @Sendable (any Error) -> Bool
  private let read: @Sendable ([Key]) async throws -> [Value]

  /// - Parameters:
  ///   - readsMax: the most reads at a time.
  ///   - weightMax: the largest total weight of the keys of a batch.
  ///   - isOfAll: returns true for an error that each key of the read would meet again.
  ///   - read: returns the value of each key, in the order of the keys.
  init(
    readsMax: Int, weightMax: Int, slowAfter: Duration = .milliseconds(20),
    isOfAll: @escaping @Sendable (any Error) -> Bool,
    _ read: @escaping @Sendable ([Key]) async throws -> [Value]
  ) {
    state = Mutex(State(readsMax: readsMax, weightMax: weightMax, slowAfter: slowAfter))
    self.isOfAll = isOfAll
    self.read = read
  }

  /// The number of requests that wait.
  var waitingCount: Int { state.withLock(\.waiting.count) }

  /// Returns the value of a key as of a moment after the call.
  ///
  /// - Parameter weight: the size of the read of this key, 1 or more.
  func value(of key: Key, weight: Int) async throws -> Value {
    switch await turn(for: key, weight: weight) {
    case .lead(let others): try await lead(key, others)
    case .alone: try await read([key])[0]
    case .finish(let result): try result.get()
    }
  }

  private func turn(for key: Key, weight: Int) async -> Request.Turn {
    if let others = state.withLock({ $0.begin(weight: weight) }) { return .lead(others) }
    let request = Request(key, weight: weight)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        request.wait(continuation)
        let isUnwatched = state.withLock { state in
          state.enlist(request)
          defer { state.isWatched = true }
          return !state.isWatched
        }
        beginNext()
        if isUnwatched { Task { await watch() } }
      }
    } onCancel: {
      request.answer(.finish(.failure(CancellationError())))
    }
  }

  private func lead(_ key: Key, _ others: Request.Group) async throws -> Value {
    do {
      let values = try await read([key] + others.requests.map(\.key))
      precondition(values.count == others.requests.count + 1, "a read returns a value for each key")
      end(others.epoch)
      for (other, value) in zip(others.requests, values.dropFirst()) {
        other.answer(.finish(.success(value)))
      }
      return values[0]
    } catch {
      if Task.isCancelled {
        handOver(others)
        throw error
      }
      end(others.epoch)
      let isOfAll = others.requests.isEmpty || isOfAll(error)
      for other in others.requests { other.answer(isOfAll ? .finish(.failure(error)) : .alone) }
      if isOfAll { throw error }
      return try await read([key])[0]
    }
  }

  private func end(_ epoch: Int) {
    state.withLock { $0.end(epoch) }
    beginNext()
  }

  private func beginNext() {
    if let next = state.withLock({ $0.begin() }) { handOver(next) }
  }

  /// Lets the first of these requests that still waits read for the others.
  private func handOver(_ group: Request.Group) {
    var others = group
    while let first = others.requests.popFirst() {
      if first.answer(.lead(others)) { return }
    }
    end(others.epoch)
  }

  /// Begins a read beside slow ones until no request waits.
  private func watch() async {
    let pause = state.withLock(\.slowAfter)
    while state.withLock({ state in
      state.isWatched = !state.waiting.isEmpty
      return state.isWatched
    }) {
      try? await Task.sleep(for: pause)  // no request cancels this task
      beginNext()
    }
  }
}
