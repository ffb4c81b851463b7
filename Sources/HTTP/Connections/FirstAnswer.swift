import Synchronization

/// The first of several answers to one question. Later ones are dropped, and nobody waits for them.
final class FirstAnswer<Answer: Sendable>: Sendable {
  private struct State {
    var answer: Answer?
    var asker: CheckedContinuation<Answer, Never>?
  }

  private let state = Mutex(State())

  /// Returns the answer of a task, or else another one after a time; the task goes on.
  static func of(
    _ answer: @escaping @Sendable () async -> Answer, within patience: Duration,
    otherwise late: Answer
  ) async -> Answer {
    let first = FirstAnswer()
    let timer = Task {
      // Interrupted only once there is an answer.
      try? await Task.sleep(for: patience)
      first.give(late)
    }
    Task {
      first.give(await answer())
      timer.cancel()
    }
    return await first.wait()
  }

  func give(_ answer: Answer) {
    state.withLock { state in
      guard state.answer == nil else { return nil as CheckedContinuation<Answer, Never>? }
      state.answer = answer
      return state.asker
    }?.resume(returning: answer)
  }

  func wait() async -> Answer {
    await withCheckedContinuation { asker in
      let answer = state.withLock { state in
        if state.answer == nil { state.asker = asker }
        return state.answer
      }
      if let answer { asker.resume(returning: answer) }
    }
  }
}
