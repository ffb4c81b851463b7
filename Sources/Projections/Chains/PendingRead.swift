import Synchronization

/// One request to a ``ReadBatcher``, which is answered once, by a value or by the turn to read.
final class PendingRead<Key: Sendable, Value: Sendable>: Sendable {
  /// The task's next step.
  enum Turn: Sendable {
    /// To read the own key and those of others.
    case lead(Group)
    /// To read the own key alone: the common read failed.
    case alone
    /// To return the value that another task has read.
    case finish(Result<Value, any Error>)
  }

  /// The other requests of a read.
  struct Group: Sendable {
    var requests: ArraySlice<PendingRead>
    /// The epoch in which the read began.
    let epoch: Int
  }

  private enum State {
    case new
    case waiting(CheckedContinuation<Turn, Never>)
    case answered(Turn?)
  }

  let key: Key
  let weight: Int
  private let state = Mutex(State.new)

  init(_ key: Key, weight: Int) {
    self.key = key
    self.weight = weight
  }

  var isAnswered: Bool {
    state.withLock { if case .answered = $0 { true } else { false } }
  }

  /// Keeps the continuation of the waiting task; resumes it at once if the answer is there.
  func wait(_ continuation: CheckedContinuation<Turn, Never>) {
    let turn = state.withLock { state -> Turn? in
      if case .answered(let turn) = state { return turn }
      state = .waiting(continuation)
      return nil
    }
    if let turn { continuation.resume(returning: turn) }
  }

  /// Answers the request. Returns false if it was answered before.
  @discardableResult
  func answer(_ turn: Turn) -> Bool {
    let (isFirst, continuation) = state.withLock { state in
      switch state {
      case .new:
        state = .answered(turn)
        return (true, CheckedContinuation<Turn, Never>?.none)
      case .waiting(let continuation):
        state = .answered(nil)
        return (true, continuation)
      case .answered: return (false, nil)
      }
    }
    continuation?.resume(returning: turn)
    return isFirst
  }
}
