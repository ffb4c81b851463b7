import Foundation

/// A run of a sample as a program of its own, behind a proxy that breaks answers.
struct SampleRun: Sendable {
  struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  /// The faults that the requests to each address have in turn: a page of the proxy, an answer that is lost
  /// after the ledger gave it, one that breaks off, and a request that is dropped.
  private static let faults = ["page", "unheard", "none", "cut", "dropped", "none"]
  /// The seconds after which a program is ended.
  private static let secondsMax = 60

  private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func path(_ file: String) -> String { root.appending(path: file).path }

  static func text(_ file: String) throws -> String {
    try String(contentsOfFile: path(file), encoding: .utf8)
  }

  static func has(_ program: String) -> Bool {
    (try? run([program, program == "kotlinc" ? "-version" : "--version"])) != nil
  }

  /// Lends the port of a proxy before a ledger.
  static func behindProxy(
    of port: Int, _ body: (_ port: Int) async throws -> Void
  ) async throws {
    let (process, output) = try start(
      ["python3", path("Tests/OwnWallet/proxy.py"), "\(port)", "1"] + faults)
    // A thread of a test blocks other signals, and its programs inherit that.
    defer { kill(process.processIdentifier, SIGKILL) }
    var line = Data()
    while let byte = try output.read(upToCount: 1), byte != Data([10]) { line += byte }
    guard let port = Int(String(decoding: line, as: UTF8.self)) else {
      throw Failed(description: "the proxy did not start")
    }
    try await body(port)
  }

  /// Runs work that blocks on a thread of its own.
  static func onThread(_ work: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { done in
      Thread.detachNewThread { done.resume(with: Result(catching: work)) }
    }
  }

  /// Runs a command to its end and returns what it printed.
  @discardableResult
  static func run(
    _ command: [String], _ environment: [String: String] = [:], in folder: URL? = nil
  ) throws -> String {
    let (process, output) = try start(
      ["timeout", "--signal=KILL", "\(secondsMax)"] + command, environment, in: folder)
    let printed = String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failed(description: "\(command[0]) ended with \(process.terminationStatus): \(printed)")
    }
    return printed
  }

  private static func start(
    _ command: [String], _ environment: [String: String] = [:], in folder: URL? = nil
  ) throws -> (Process, FileHandle) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }.merging(environment) { $1 }
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    return (process, output.fileHandleForReading)
  }
}
