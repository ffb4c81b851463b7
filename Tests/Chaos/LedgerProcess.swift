import Foundation
import Postgres

/// A `daicho serve` of our own, with an embedded PostgreSQL of its own, to be killed.
struct LedgerProcess: Sendable {
  let binary: URL
  let home: URL
  let port: Int

  /// Writes what the process is configured with.
  func prepare(bundleID: String, appAppleID: Int64, rootCertificatePEM: String) throws {
    let app = """
      [{"bundleId": "\(bundleID)", "appAppleId": \(appAppleID), "environments": ["Production"]}]
      """
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    try Data(app.utf8).write(to: file("apps.json"))
    try Data(rootCertificatePEM.utf8).write(to: file("root.pem"))
  }

  /// Where the embedded PostgreSQL lives.
  var ledgerHome: URL { home.appending(path: "ledger") }

  func serve() throws -> Process {
    try run(["serve"], log: file("serve.log"))
  }

  /// Ends a ledger as on-call would, and waits until it has left.
  func stop(_ ledger: Process) throws {
    ledger.terminate()
    ledger.waitUntilExit()
    guard ledger.terminationStatus == 0 else {
      throw BrokenTrial("the ledger left with \(ledger.terminationStatus); see serve.log")
    }
  }

  /// Runs a command to its end; its words are added to the log of commands.
  func command(_ words: String...) throws {
    let process = try run(words, log: file("commands.log"))
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BrokenTrial(
        "daicho \(words.joined(separator: " ")) ended with \(process.terminationStatus); "
          + "see commands.log")
    }
  }

  /// A key of these scopes.
  func makeKey(scopes: String) throws -> String {
    let answer = file("key.json")
    try Data().write(to: answer)
    let process = try run(
      ["keys", "create", "--name", "trial", "--scopes", scopes, "--json"], log: answer)
    process.waitUntilExit()
    struct Key: Decodable { let key: String }
    let text = try String(contentsOf: answer, encoding: .utf8)
    guard let start = text.firstIndex(of: "{"),
      let key = try? JSONDecoder().decode(Key.self, from: Data(text[start...].utf8))
    else { throw BrokenTrial("no key was made") }  // what the decoder says would show it
    return key.key
  }

  /// Lends a session with the ledger's database, as its owner.
  func withDatabase<Answer: Sendable>(
    _ body: (Connection) async throws -> Answer
  ) async throws -> Answer {
    let connection = try await Connection.open(
      try await EmbeddedPostgres(home: ledgerHome).start())
    do {
      let answer = try await body(connection)
      await connection.close()
      return answer
    } catch {
      await connection.close()
      throw error
    }
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

/// A promise that a trial found broken.
package struct BrokenTrial: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
