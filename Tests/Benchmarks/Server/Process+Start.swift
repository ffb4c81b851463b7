import Foundation
import Synchronization

extension Process {
  /// Starts the process from its own thread, which lives as long as the process.
  ///
  /// The kernel can end a process with the thread that started it, and gives the process that
  /// thread's blocked signals. A thread of a pool may go at any time, and blocks even the alarm
  /// that pgbench waits for.
  func start() throws {
    let outcome = StartOutcome()
    Thread {
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      outcome.tell(Result { try self.run() })
      if self.isRunning { self.waitUntilExit() }
    }
    .start()
    try outcome.wait()
  }
}

private final class StartOutcome: Sendable {
  private let result = Mutex<Result<Void, any Error>>(.success(()))
  private let isTold = DispatchSemaphore(value: 0)

  func tell(_ result: Result<Void, any Error>) {
    self.result.withLock { $0 = result }
    isTold.signal()
  }

  func wait() throws {
    isTold.wait()
    try result.withLock(\.self).get()
  }
}
