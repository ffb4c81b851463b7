import Foundation

/// A program that runs to its end.
enum Command {
  /// Runs a program and returns its standard output. Throws with its standard error if it fails.
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil
  ) throws -> String {
    let process = Process()
    let output = Pipe()
    let complaints = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    if let environment { process.environment = environment }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = complaints
    let started = try StartedProcess(process)
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    started.wait()
    guard process.terminationStatus == 0 else {
      let complaint = String(
        decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      throw BenchmarkFailure("\(program) failed: \(complaint.suffix(500))")
    }
    return String(decoding: printed, as: UTF8.self)
  }

  /// Returns the path of a program of PostgreSQL: of the newest server installed as Debian does, or
  /// along `PATH`.
  static func postgres(_ name: String) throws -> String {
    let debian = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? []
    let folders =
      versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(debian)/\($0)/bin" }
      + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    guard
      let folder = folders.first(where: {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
      })
    else { throw BenchmarkFailure("\(name) is not installed: run scripts/setup.") }
    return "\(folder)/\(name)"
  }
}
