import Foundation
import Synchronization

/// A process that was started from a thread of its own, which lives as long as the process.
///
/// The kernel can end a process with the thread that started it, and gives the process that thread's
/// blocked signals. A thread of a pool may go at any time, and blocks even the alarm that pgbench waits
/// for. Foundation's own wait for the end may wake a run loop that is gone, when thousands of programs
/// are run.
struct StartedProcess: Sendable {
  private let end = DispatchGroup()

  /// Starts a process.
  init(_ process: Process) throws {
    let outcome = StartOutcome()
    end.enter()
    Thread { [end] in
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      process.terminationHandler = { _ in end.leave() }
      let started = Result { try process.run() }
      outcome.tell(started)
      if case .success = started { end.wait() } else { end.leave() }
    }
    .start()
    try outcome.wait()
  }

  /// Waits until the process has ended.
  func wait() { end.wait() }
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
