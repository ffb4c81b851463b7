import Foundation

/// A serial executor on a thread of its own, for calls that block.
final class ThreadExecutor: SerialExecutor, @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []
  private var isFinished = false
  private var last: (any Sendable)?

  init(name: String) {
    let thread = Thread { self.work() }
    thread.name = name
    thread.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }

  /// Ends the thread once its queue is empty, and releases a value there at last, since its release
  /// may block.
  func finish(releasing value: (any Sendable)?) {
    condition.withLock {
      isFinished = true
      last = value
      condition.signal()
    }
  }

  private func work() {
    while let job = next() { job.runSynchronously(on: asUnownedSerialExecutor()) }
    condition.withLock { last = nil }
  }

  private func next() -> UnownedJob? {
    condition.withLock {
      while jobs.isEmpty && !isFinished { condition.wait() }
      return jobs.isEmpty ? nil : jobs.removeFirst()
    }
  }
}
