import Foundation

/// The step files of the tutorial, and the one shell that a reader runs them in.
struct Tutorial {
  private static let catalog = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/AppStoreSimulator/AppStoreSimulator.docc")
  /// The seconds after which everything is stopped; a run takes ten when nothing else is running.
  private static let patience = 240

  /// The shell of the steps. It stops at the first error, and ends every process it started.
  private static let shell = """
    set -euo pipefail
    trap 'kill ${STORE_PID:-} ${LEDGER_PID:-} 2>/dev/null || true' EXIT
    for step in "$STEPS"/*.sh; do
      echo "$(basename "$step")" >&2
      source "$step" >"$OUTPUTS/$(basename "$step")"
    done
    """

  struct Run {
    let code: Int32
    /// The output of each step, by the name of its file.
    let outputs: [String: String]
    /// The names of the steps begun, and their standard error.
    let log: String
  }

  /// Returns the names of the step files, in the order in which they run.
  static func steps() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: catalog.appending(path: "Resources").path)
      .filter { $0.hasSuffix(".sh") }.sorted()
  }

  /// Returns the names of the step files, in the order in which the reader meets them.
  static func shownSteps() throws -> [String] {
    let file = catalog.appending(path: "TestAPurchase.tutorial")
    return try String(contentsOf: file, encoding: .utf8)
      .matches(of: /@Code\(.*file: "([^"]+)"/).map { String($0.output.1) }
  }

  /// Runs all steps with the programs built here.
  /// - Parameter folder: the place of the steps' temporary directory, and beside it what they print.
  static func run(in folder: URL) async throws -> Run {
    let outputs = folder.appending(path: "outputs")
    try FileManager.default.createDirectory(at: outputs, withIntermediateDirectories: true)
    let log = folder.appending(path: "log")
    try Data().write(to: log)
    let ports = try FreePort.find(count: 2)
    let code = try await run(
      logging: FileHandle(forWritingTo: log),
      [
        "BIN": Binary.daicho.deletingLastPathComponent().path, "TMPDIR": folder.path,
        "LEDGER_PORT": String(ports[0]), "STORE_PORT": String(ports[1]),
        "STEPS": catalog.appending(path: "Resources").path, "OUTPUTS": outputs.path,
      ])
    var printed: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: outputs.path) {
      printed[name] = try String(contentsOf: outputs.appending(path: name), encoding: .utf8)
    }
    return Run(code: code, outputs: printed, log: try String(contentsOf: log, encoding: .utf8))
  }

  private static func run(
    logging log: FileHandle, _ variables: [String: String]
  ) async throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = [String(patience), "bash", "-c", shell]
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = log
    process.standardError = log
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    return process.terminationStatus
  }
}
