import Foundation

/// A program or a library of the Python package index, installed once beside the build. Its tests are skipped where the index cannot
/// be reached.
struct PythonPackage: Sendable {
  struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  static let clientGenerator = PythonPackage("openapi-python-client", "0.29.1")
  static let openpyxl = PythonPackage("openpyxl", "3.1.5")
  static let schemathesis = PythonPackage("schemathesis", "4.32.5")

  static let programs = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Python")

  private let name: String
  private let folder: URL
  private let installation: Task<Bool, Never>

  private init(_ name: String, _ version: String) {
    self.name = name
    let folder = Self.programs.appending(path: "../../../.build/\(name)-\(version)").standardized
    self.folder = folder
    installation = Task { Self.install("\(name)==\(version)", in: folder) }
  }

  /// True if the program is installed, which needs the package index once.
  var isHere: Bool {
    get async { await installation.value }
  }

  /// Runs a program of the package, or `python`, and returns what it prints.
  func run(
    _ program: String, _ arguments: [String], input: Data = Data(), in place: URL? = nil
  ) throws -> String {
    try Self.run(
      folder.appending(path: "bin/\(program)").path, arguments, input: input, in: place)
  }

  private static func install(_ package: String, in folder: URL) -> Bool {
    let complete = folder.appending(path: "complete")
    if FileManager.default.fileExists(atPath: complete.path) { return true }
    do {
      _ = try run("python3", ["-m", "venv", folder.path])
      _ = try run(
        folder.appending(path: "bin/pip").path,
        ["install", "--quiet", "--disable-pip-version-check", "--retries", "1", package])
      try Data().write(to: complete)
      return true
    } catch {
      print("\(package) is not available here: its test is skipped.")
      return false
    }
  }

  private static func run(
    _ program: String, _ arguments: [String], input: Data = Data(), in place: URL? = nil
  ) throws -> String {
    let (process, reading, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = place
    (process.standardInput, process.standardOutput) = (reading, output)
    process.standardError = output
    try process.run()
    try reading.fileHandleForWriting.write(contentsOf: input)
    try reading.fileHandleForWriting.close()
    let printed = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failed(description: String(printed.suffix(4_000)))
    }
    return printed
  }
}
