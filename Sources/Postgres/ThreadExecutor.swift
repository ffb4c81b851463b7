import Foundation
import Synchronization

/// A serial executor on a thread of its own, for calls that block.
///
/// Each job and the end are counted by a semaphore, which wakes the thread without a lock that it would have to wait
/// for at once.
final class ThreadExecutor: SerialExecutor, Sendable {
  private struct State {
    var jobs: [UnownedJob] = []
    var last: (any Sendable)?
  }

  private let state = Mutex(State())
  private let toDo = DispatchSemaphore(value: 0)

  init(name: String) {
    let thread = Thread { self.work() }
    thread.name = name
    thread.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    toDo.signal()
  }

  /// Ends the thread once its queue is empty, and releases a value there at last, since its release
  /// may block.
  func finish(releasing value: (any Sendable)?) {
    state.withLock { $0.last = value }
    toDo.signal()
  }

  private func work() {
    while let job = next() { job.runSynchronously(on: asUnownedSerialExecutor()) }
    _ = state.withLock { $0.last.take() }
  }

  /// Returns the next job; nil at the end.
  private func next() -> UnownedJob? {
    toDo.wait()
    return state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
  }
}
