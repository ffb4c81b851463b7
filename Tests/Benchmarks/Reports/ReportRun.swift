import Foundation

/// One run of a command of `daicho` that prints a report or closes a period.
struct ReportRun {
  let seconds: Double
  /// The peak memory in bytes, as far as it was seen while the program ran.
  let memoryPeak: Double

  private static let pause: Duration = .milliseconds(10)

  init(_ daicho: String, _ arguments: [String], environment: [String: String]) async throws {
    let process = Process()
    process.executableURL = URL(filePath: daicho)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let start = now()
    let started = try StartedProcess(process)
    var memory: Double = 0
    while process.isRunning {
      memory = max(memory, ProcessStatistics.memoryPeak(of: process.processIdentifier) ?? 0)
      try await Task.sleep(for: Self.pause)
    }
    started.wait()
    seconds = now() - start
    memoryPeak = memory
    guard process.terminationStatus == 0 else {
      throw BenchmarkFailure("daicho \(arguments.joined(separator: " ")) failed.")
    }
  }
}
