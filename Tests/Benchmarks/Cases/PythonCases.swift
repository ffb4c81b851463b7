import Foundation

/// Programs that use other people's libraries and print one number each.
struct PythonCases: Sendable {
  let python: String
  let programs: String

  /// Returns nil without a Python that has the libraries.
  init?(_ options: BenchmarkOptions) {
    guard let python = options.python else { return nil }
    self.python = python
    programs = options.pythonPrograms
  }

  /// Returns the events recorded a second by `eventsourcing`, one in each call, by so many
  /// processes.
  func recorded(
    socket: String, processes: Int, stateBytes: Int, seconds: Double
  ) throws -> Double {
    try number(
      "recorder.py",
      [socket, String(processes), String(stateBytes), String(seconds)])
  }

  /// Returns the events read again and folded a second by `eventsourcing`, from a store of so many.
  func replayed(socket: String, events: Int) throws -> Double {
    try number("replayer.py", [socket, String(events)])
  }

  /// Returns the processor microseconds of one verification by Apple's library.
  func verified(samples: URL, kind: String, cached: Bool, seconds: Double) throws -> Double {
    try number(
      "verifier.py",
      [samples.path, kind, cached ? "cached" : "uncached", String(seconds)])
  }

  private func number(_ program: String, _ arguments: [String]) throws -> Double {
    let output = try Command.run(python, ["\(programs)/\(program)"] + arguments)
    guard let number = Double(output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw BenchmarkFailure("\(program) did not print its number.")
    }
    return number
  }
}
