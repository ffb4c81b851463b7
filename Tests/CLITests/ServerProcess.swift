import EventStore
import Foundation
import Postgres
import TestSupport

/// A process of `daicho serve` over the database of a test.
struct ServerProcess: Sendable {
  let port: Int
  let process: Process
  private let home: URL

  /// Starts the process, whose log goes to `errors`.
  init(of ledger: TestLedger, errors: FileHandle) async throws {
    port = try RawConnection.unusedPort()
    home = FileManager.default.temporaryDirectory.appending(path: "daicho-\(UUID())")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let apps = home.appending(path: "apps.json")
    try Data(#"[{"bundleId":"com.example.game"}]"#.utf8).write(to: apps)
    let keys = home.appending(path: "keys")
    try Data(ledger.keyringText.utf8).write(to: keys)
    let name = try await ledger.owner.withConnection { connection in
      try await connection.query(Statement(unsafeSQL: "select current_database()::text"))
        .decode(String.self)[0]
    }
    process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "daicho")
    process.arguments = ["serve"]
    process.environment = [
      "DATABASE_URL": try await TestServer.url(of: name), "DAICHO_APPS": apps.path,
      "DAICHO_ENCRYPTION_KEY_FILE": keys.path, "DAICHO_HTTP_PORT": String(port),
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
  }

  /// Kills the process if it still runs, and removes its files.
  func end() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: home)  // nothing depends on it
  }

  /// Waits until the server answers. Returns false if it ends, or takes a minute.
  func answers() async throws -> Bool {
    try await becomesTrue {
      guard process.isRunning, let connection = try? RawConnection(to: port) else { return false }
      try connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return await connection.receive().hasPrefix("HTTP/1.1 200 OK")
    }
  }

  /// Waits until the process has ended. Returns false after a minute.
  func hasEnded() async throws -> Bool {
    try await becomesTrue { !process.isRunning }
  }

  private func becomesTrue(_ holds: () async throws -> Bool) async throws -> Bool {
    for _ in 1...600 {
      if try await holds() { return true }
      try await Task.sleep(for: .milliseconds(100))
    }
    return false
  }
}
