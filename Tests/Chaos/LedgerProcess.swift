import Foundation

/// A `daicho serve` of our own, with an embedded PostgreSQL of its own, to be killed.
struct LedgerProcess: Sendable {
  let binary: URL
  let home: URL
  let port: Int

  /// Writes what the process is configured with.
  func prepare(_ source: NotificationSource) throws {
    let app = """
      [{"bundleId": "\(NotificationSource.bundleID)", \
      "appAppleId": \(NotificationSource.appAppleID), "environments": ["Production"]}]
      """
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    try Data(app.utf8).write(to: file("apps.json"))
    try Data(try source.rootCertificatePEM.utf8).write(to: file("root.pem"))
  }

  /// Where the embedded PostgreSQL lives.
  var ledgerHome: URL { home.appending(path: "ledger") }

  func serve() throws -> Process {
    try run(["serve"], log: file("serve.log"))
  }

  /// The exit code of a command, whose words are added to the log of commands.
  func command(_ words: String...) throws -> Int32 {
    let process = try run(words, log: file("commands.log"))
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The process of the PostgreSQL server; nil while there is none.
  var postmaster: Int32? {
    let pidFile = ledgerHome.appending(path: "postgres/postmaster.pid")
    // Not there while it starts or is gone, which is an answer.
    guard let text = try? String(contentsOf: pidFile, encoding: .utf8) else { return nil }
    return text.split(separator: "\n").first.flatMap { Int32($0) }
  }

  private func run(_ words: [String], log: URL) throws -> Process {
    let process = Process()
    process.executableURL = binary
    process.arguments = words
    var environment = ProcessInfo.processInfo.environment
    environment["DATABASE_URL"] = nil
    environment["DAICHO_HOME"] = ledgerHome.path
    environment["DAICHO_APPS"] = file("apps.json").path
    environment["DAICHO_TRUST_ROOTS"] = file("root.pem").path
    environment["DAICHO_HTTP_PORT"] = String(port)
    process.environment = environment
    let output = try appending(to: log)
    process.standardOutput = output
    process.standardError = output
    try process.run()
    return process
  }

  private func appending(to log: URL) throws -> FileHandle {
    if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
    let handle = try FileHandle(forWritingTo: log)
    try handle.seekToEnd()
    return handle
  }

  private func file(_ name: String) -> URL { home.appending(path: name) }
}
