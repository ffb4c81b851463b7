import Synchronization

/// A notifier that wakes the waiters of projections when this process moves their checkpoint.
///
/// A wake-up is only a hint: the waiter asks the database. Other processes wake no
/// waiter here.
package final class ProjectionProgress: Sendable {
  /// The number of moves of some lanes at a moment.
  struct Count: Equatable {
    let lanes: Set<Int16>
    fileprivate let moves: Int
  }

  private struct State {
    var moves: [Int16: Int] = [:]
    var waiters: [Int: (lanes: Set<Int16>, continuation: CheckedContinuation<Void, Never>)] = [:]
    var lastWaiter = 0

    func moves(of lanes: Set<Int16>) -> Int { lanes.reduce(0) { $0 + (moves[$1] ?? 0) } }
  }

  private let state = Mutex(State())

  package init() {}

  func count(of lanes: Set<Int16>) -> Count {
    state.withLock { Count(lanes: lanes, moves: $0.moves(of: lanes)) }
  }

  /// Records a move of a lane and wakes its waiters. Call this method after the commit.
  func moved(_ lane: Int16) {
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
  func move(since count: Count, within limit: Duration) async {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    let deadline = ContinuousClock.now + limit
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        // Canceled or not, the wait is over.
        try? await Task.sleep(until: deadline, clock: .continuous)
        self.release(id)
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { enlist(id, $0, since: count, until: deadline) }
      } onCancel: {
        release(id)
      }
      group.cancelAll()
    }
  }

  private func enlist(
    _ id: Int, _ waiter: CheckedContinuation<Void, Never>, since count: Count,
    until deadline: ContinuousClock.Instant
  ) {
    let isOver = state.withLock { state in
      guard !Task.isCancelled, ContinuousClock.now < deadline,
        state.moves(of: count.lanes) == count.moves
      else { return true }
      state.waiters[id] = (count.lanes, waiter)
      return false
    }
    if isOver { waiter.resume() }
  }

  private func release(_ id: Int) {
    state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
  }
}
