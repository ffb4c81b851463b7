import Synchronization

/// A task that cancels the work of requests that does not end in time. There is one for all work: a task and a
/// timer for each piece of it would wake three threads, which costs more than a small request.
final class DeadlineWatch: Sendable {
  /// The watch of this process.
  static let shared = DeadlineWatch()
  /// The longest time between two looks. It is shorter than the usual times, so that new work seldom needs a look of
  /// its own.
  private static let lookInterval = Duration.seconds(1)

  private struct Work {
    let deadline: ContinuousClock.Instant
    let cancel: @Sendable () -> Void
  }

  private struct State {
    var works: [Int: Work] = [:]
    var lastName = 0
    /// The moment of the next look; nil while there is no work.
    var nextLook: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// Runs work, which begins on the caller's thread, and returns its result. Cancels it when the time is over.
  ///
  /// - Returns: nil if the time was over before the work ended, and it failed then. Work that succeeds all the
  ///   same has a result.
  func run<Value: Sendable>(
    within time: Duration, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    let deadline = ContinuousClock.now + time
    let task = Task.immediate { try await work() }
    let name = begin(Work(deadline: deadline) { task.cancel() })
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    let isOverdue = !end(name)
    if isOverdue, case .failure = result { return nil }
    return try result.get()
  }

  /// Runs work, which begins on the caller's thread, and returns its result, or nil as soon as the time is over.
  /// The work is cancelled then and left alone, whatever it does.
  func answer<Value: Sendable>(
    within time: Duration, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    let deadline = ContinuousClock.now + time
    let first = FirstAnswer<Result<Value, any Error>?>()
    let task = Task.immediate {
      let result: Result<Value, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      first.give(result)
    }
    let name = begin(
      Work(deadline: deadline) {
        first.give(nil)
        task.cancel()
      })
    let result = await withTaskCancellationHandler {
      await first.wait()
    } onCancel: {
      task.cancel()
    }
    _ = end(name)
    return try result?.get()
  }

  private func begin(_ work: Work) -> Int {
    let (name, look) = state.withLock { state in
      state.lastName += 1
      state.works[state.lastName] = work
      let isSooner = state.nextLook.map { work.deadline < $0 } ?? true
      if isSooner { state.nextLook = min(work.deadline, .now + Self.lookInterval) }
      return (state.lastName, isSooner ? state.nextLook : nil)
    }
    if let look { keepLooking(from: look) }
    return name
  }

  /// Returns false if the work was cancelled before.
  private func end(_ name: Int) -> Bool {
    state.withLock { $0.works.removeValue(forKey: name) != nil }
  }

  /// Looks until there is no work, or until an earlier look is planned, which has a task of its own.
  private func keepLooking(from first: ContinuousClock.Instant) {
    Task.detached { [self] in
      var next: ContinuousClock.Instant? = first
      while let moment = next {
        try? await Task.sleep(until: moment, clock: .continuous)  // nobody cancels this task
        next = look(plannedFor: moment)
      }
    }
  }

  /// Cancels what is overdue. Returns the moment of the next look; nil if another task looks, or none needs to.
  private func look(plannedFor moment: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    let (overdue, next) = state.withLock { state -> ([Work], ContinuousClock.Instant?) in
      guard state.nextLook == moment else { return ([], nil) }
      let now = ContinuousClock.now
      let overdue = state.works.filter { $0.value.deadline <= now }
      for name in overdue.keys { state.works[name] = nil }
      let earliest = state.works.values.map(\.deadline).min()
      state.nextLook = earliest.map { min($0, now + Self.lookInterval) }
      return (Array(overdue.values), state.nextLook)
    }
    for work in overdue { work.cancel() }
    return next
  }
}
