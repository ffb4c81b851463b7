import Foundation

/// A child process that is asked to end when this process ends, for any reason.
struct ChildProcess: Sendable {
  private static let setpriv = URL(filePath: "/usr/bin/setpriv")
  private let process: Process

  /// - Parameter words: the program and its arguments.
  /// - Parameter output: the file of standard output and standard error.
  static func start(
    _ words: [String], environment: [String: String], output: FileHandle
  ) async throws -> ChildProcess {
    let process = Process()
    process.executableURL = setpriv
    process.arguments = ["--pdeathsig", "TERM"] + words
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try await run(process)
    return ChildProcess(process: process)
  }

  /// Runs a process on a thread that stays as long as the child. The end of the thread that started
  /// a child is the signal of the parent's end.
  private static func run(_ process: Process) async throws {
    try await withCheckedThrowingContinuation { (begun: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread {
        do {
          try process.run()
        } catch {
          begun.resume(throwing: error)
          return
        }
        begun.resume()
        process.waitUntilExit()
      }
    }
  }

  var isRunning: Bool { process.isRunning }

  /// True if the process has ended by SIGKILL and nothing else.
  var wasKilled: Bool {
    !process.isRunning && process.terminationReason == .uncaughtSignal
      && process.terminationStatus == SIGKILL
  }

  /// The exit code, or the signal that ended the process; nil while it runs.
  var code: Int32? { process.isRunning ? nil : process.terminationStatus }

  func send(_ signal: Int32) -> Bool {
    process.isRunning && Glibc.kill(process.processIdentifier, signal) == 0
  }

  /// Returns the exit code. A process that stays longer is killed, and breaks the drill.
  func end(of what: String, atMost longest: Duration = Patience.longest) async throws -> Int32 {
    do {
      try await Patience.wait(for: "the end of \(what)", atMost: longest) { !process.isRunning }
    } catch {
      kill()
      throw error
    }
    return process.terminationStatus
  }

  /// Ends the process at once if it still lives.
  func kill() {
    _ = send(SIGKILL)
    process.waitUntilExit()
  }
}
