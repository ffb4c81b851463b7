import Synchronization

/// Everything that a process remembers of one log, in generations.
///
/// A log only grows, so that memory never becomes wrong, with one exception: a database that took
/// another's place may lack the last commits, as a standby that was behind when it was promoted. A
/// new generation then begins, and everything that was remembered is gone. Each cache keeps its
/// contents in ``Remembered``, so that none can be left out.
package final class LogMemory: Sendable {
  private struct State {
    var heads: [Int16: LaneHead] = [:]
    var onForgotten: (@Sendable (String) -> Void)?
  }

  private let number = Atomic(0)
  private let state = Mutex(State())

  package init() {}

  /// The number of the present generation.
  var generation: Int { number.load(ordering: .acquiring) }

  /// The latest known ends of lanes.
  package var heads: [LaneHead] {
    state.withLock { $0.heads.values.sorted { $0.lane < $1.lane } }
  }

  /// Returns true if the remembered end of a lane is later than the end that was read, or differs
  /// from it.
  func isAhead(of heads: some Sequence<LaneHead>) -> Bool {
    let known = state.withLock(\.heads)
    return heads.contains { head in
      guard let known = known[head.lane] else { return false }
      return known.position > head.position
        || known.position == head.position && known.chain != head.chain
    }
  }

  /// Calls back with the reason when everything was forgotten.
  package func onForgotten(_ call: @escaping @Sendable (String) -> Void) {
    state.withLock { $0.onForgotten = call }
  }

  /// Remembers committed ends of lanes, unless another generation has begun since.
  func reach(_ heads: some Sequence<LaneHead>, in generation: Int) {
    state.withLock { state in
      guard generation == self.generation else { return }
      for head in heads where head.position > state.heads[head.lane]?.position ?? 0 {
        state.heads[head.lane] = head
      }
    }
  }

  /// Forgets everything that was remembered in a generation; does nothing if another has begun.
  func forget(_ generation: Int, because reason: String) {
    let call = state.withLock { state -> (@Sendable (String) -> Void)? in
      guard generation == self.generation else { return nil }
      number.store(generation + 1, ordering: .releasing)
      state.heads = [:]
      return state.onForgotten
    }
    call?(reason)
  }
}

/// A value that is remembered of a log. It is empty again in each new generation.
package final class Remembered<Value: Sendable>: Sendable {
  private struct State {
    var generation: Int
    var value: Value
  }

  private let memory: LogMemory
  private let empty: Value
  private let state: Mutex<State>

  package init(_ empty: Value, in memory: LogMemory) {
    self.empty = empty
    self.memory = memory
    state = Mutex(State(generation: memory.generation, value: empty))
  }

  /// The generation to name when something that is read now will be remembered.
  package var generation: Int { memory.generation }

  package func withLock<Result>(
    _ body: (inout sending Value) throws -> sending Result
  ) rethrows -> sending Result {
    try state.withLock { state in
      let generation = memory.generation
      if state.generation != generation {
        state = State(generation: generation, value: empty)
      }
      return try body(&state.value)
    }
  }

  /// Changes the value by something that was read in a generation; does nothing if another has begun
  /// since.
  package func remember(since generation: Int, _ change: (inout Value) -> Void) {
    withLock { value in
      if generation == memory.generation { change(&value) }
    }
  }
}
