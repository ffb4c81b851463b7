import Foundation

/// A process of ours, which is asked to end when we end, however that comes about.
struct ChildProcess: Sendable {
  private static let setpriv = URL(filePath: "/usr/bin/setpriv")
  private let process: Process

  /// - Parameter words: the program and what it is told.
  /// - Parameter output: where everything goes that it says.
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

  /// What tells a child of its parent's end is the end of the thread that began it: that thread stays as
  /// long as the child.
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

  /// Whether it has ended by SIGKILL and nothing else.
  var wasKilled: Bool {
    !process.isRunning && process.terminationReason == .uncaughtSignal
      && process.terminationStatus == SIGKILL
  }

  /// The code it left with, or the signal that ended it; nil while it runs.
  var code: Int32? { process.isRunning ? nil : process.terminationStatus }

  func send(_ signal: Int32) -> Bool {
    process.isRunning && Glibc.kill(process.processIdentifier, signal) == 0
  }

  /// The code it left with. One that stays longer is killed, and breaks the trial.
  func end(of what: String, atMost longest: Duration = Patience.longest) async throws -> Int32 {
    do {
      try await Patience.wait(for: "the end of \(what)", atMost: longest) { !process.isRunning }
    } catch {
      kill()
      throw error
    }
    return process.terminationStatus
  }

  /// Ends it at once if it still lives.
  func kill() {
    _ = send(SIGKILL)
    process.waitUntilExit()
  }
}
