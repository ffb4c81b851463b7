import Foundation

/// Programs of other people's libraries, each run printing one number.
struct PythonCases: Sendable {
  let python: String
  let programs: String

  /// Nil where there is no Python with the libraries.
  init?(_ options: BenchmarkOptions) {
    guard let python = options.python else { return nil }
    self.python = python
    programs = options.pythonPrograms
  }

  /// Events a second into the recorder of `eventsourcing`, one a call, by so many processes.
  func recorded(
    socket: String, processes: Int, stateBytes: Int, seconds: Double
  ) throws -> Double {
    try number(
      "recorder.py",
      [socket, String(processes), String(stateBytes), String(seconds)])
  }

  /// Processor microseconds of one verification by Apple's library.
  func verified(samples: URL, kind: String, cached: Bool, seconds: Double) throws -> Double {
    try number(
      "verifier.py",
      [samples.path, kind, cached ? "cached" : "uncached", String(seconds)])
  }

  private func number(_ program: String, _ arguments: [String]) throws -> Double {
    let output = try Command.run(python, ["\(programs)/\(program)"] + arguments)
    guard let number = Double(output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw BenchmarkFailure("\(program) did not tell its number.")
    }
    return number
  }
}
