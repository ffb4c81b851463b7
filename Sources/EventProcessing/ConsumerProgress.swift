import Synchronization

/// A notifier that wakes those who wait for a consumer when this process moves its checkpoint, and ends the
/// consumer's rest when somebody begins to wait.
///
/// A wake-up is only a hint: the waiter asks the database. Other processes wake no
/// waiter here.
package final class ConsumerProgress: Sendable {
  /// The number of moves of some lanes at a moment.
  package struct Count: Equatable, Sendable {
    let lanes: Set<Int16>
    fileprivate let moves: Int
  }

  private struct Waiter {
    let lanes: Set<Int16>
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var moves: [Int16: Int] = [:]
    /// Those who wait until one of their lanes has moved.
    var waiters: [Int: Waiter] = [:]
    /// Those who rest until somebody waits for their lane.
    var resting: [Int: Waiter] = [:]
    var lastID = 0

    func moves(of lanes: Set<Int16>) -> Int { lanes.reduce(0) { $0 + (moves[$1] ?? 0) } }

    mutating func newID() -> Int {
      lastID += 1
      return lastID
    }

    /// Removes and returns those who rest in one of these lanes.
    mutating func takeResting(_ lanes: Set<Int16>) -> [Waiter] {
      let woken = resting.filter { !$0.value.lanes.isDisjoint(with: lanes) }
      for id in woken.keys { resting[id] = nil }
      return Array(woken.values)
    }
  }

  private let state = Mutex(State())

  package init() {}

  package func count(of lanes: Set<Int16>) -> Count {
    state.withLock { Count(lanes: lanes, moves: $0.moves(of: lanes)) }
  }

  /// Records a move of a lane and wakes its waiters. Call this method after the commit.
  package func moved(_ lane: Int16) {
    let woken = state.withLock { state in
      state.moves[lane, default: 0] += 1
      let woken = state.waiters.filter { $0.value.lanes.contains(lane) }
      for id in woken.keys { state.waiters[id] = nil }
      return woken.values.map(\.continuation)
    }
    for waiter in woken { waiter.resume() }
  }

  /// Returns when one of the lanes has moved since `count`, after `limit` at the latest, and at
  /// once when the task is canceled.
  package func move(since count: Count, within limit: Duration) async {
    await wait(for: count.lanes, within: limit) { state, id, waiter in
      guard state.moves(of: count.lanes) == count.moves else { return [waiter] }
      state.waiters[id] = waiter
      return state.takeResting(count.lanes)
    }
  }

  /// Returns when somebody waits for a lane, at once if somebody does already, after `limit` at the latest, and
  /// at once when the task is canceled.
  package func rest(_ lane: Int16, within limit: Duration) async {
    await wait(for: [lane], within: limit) { state, id, waiter in
      let isAwaited = state.waiters.values.contains { $0.lanes.contains(lane) }
      guard !isAwaited else { return [waiter] }
      state.resting[id] = waiter
      return []
    }
  }

  /// Waits until somebody resumes the waiter, until `limit`, or until the task is canceled.
  ///
  /// - Parameter enlist: keeps the waiter, and returns those who are to be resumed.
  private func wait(
    for lanes: Set<Int16>, within limit: Duration,
    _ enlist: (inout State, Int, Waiter) -> [Waiter]
  ) async {
    let id = state.withLock { $0.newID() }
    let deadline = ContinuousClock.now + limit
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        // Canceled or not, the wait is over.
        try? await Task.sleep(until: deadline, clock: .continuous)
        self.release(id)
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let waiter = Waiter(lanes: lanes, continuation: continuation)
          let woken = state.withLock { state in
            let isOver = Task.isCancelled || ContinuousClock.now >= deadline
            return isOver ? [waiter] : enlist(&state, id, waiter)
          }
          for waiter in woken { waiter.continuation.resume() }
        }
      } onCancel: {
        release(id)
      }
      group.cancelAll()
    }
  }

  private func release(_ id: Int) {
    let waiter = state.withLock { state in
      state.waiters.removeValue(forKey: id) ?? state.resting.removeValue(forKey: id)
    }
    waiter?.continuation.resume()
  }
}
