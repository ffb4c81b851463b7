import EventProcessing
import Foundation
import Synchronization

/// The threads on which reports are made, so that wide reports take none from requests.
///
/// As many reports are made at once as there are threads. The others wait for their turn, and hold no session of the
/// database meanwhile.
final class ReportThreads: TaskExecutor, Sendable {
  /// The threads of the process.
  static let shared = ReportThreads(count: 2)

  private let jobs = Mutex<[UnownedJob]>([])
  private let toDo = DispatchSemaphore(value: 0)
  private let turns: AsyncSemaphore

  private init(count: Int) {
    turns = AsyncSemaphore(places: count)
    for _ in 0..<count {
      let thread = Thread { self.work() }
      thread.name = "reports"
      thread.start()
    }
  }

  /// Makes a report on these threads, when its turn has come.
  func run<Result: Sendable>(
    _ make: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await turns.pass {
      try Task.checkCancellation()
      return try await withTaskExecutorPreference(self) { try await make() }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    toDo.signal()
  }

  private func work() {
    while true {
      toDo.wait()
      let job = jobs.withLock { $0.removeFirst() }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
