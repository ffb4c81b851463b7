import EventStore
import Foundation
import Postgres
import TestSupport
import Testing

/// The server while nobody reads its log.
struct StuckLogTests {
  @Test func `a log that nobody reads stops neither requests nor the end`() async throws {
    try await TestLedger.with { ledger in
      let errors = try FullPipe()
      let port = try RawConnection.unusedPort()
      let home = FileManager.default.temporaryDirectory.appending(path: "daicho-\(UUID())")
      try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: home) }  // nothing depends on it
      let process = try await serve(ledger, in: home, port: port, errors: errors)
      defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
      #expect(try await Self.answers(port, of: process))

      let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
      let requests =
        String(repeating: request + "\r\n", count: 499) + request + "Connection: close\r\n\r\n"
      for _ in 1...4 {
        let answer = try await RawExchange.send(requests, to: port)
        #expect(answer.rest.count(of: #"{"status":"ok"}"#) == 500)
      }
      process.terminate()
      #expect(try await Self.ends(process))
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 0)
    }
  }

  private func serve(
    _ ledger: TestLedger, in home: URL, port: Int, errors: FullPipe
  ) async throws -> Process {
    let apps = home.appending(path: "apps.json")
    try Data(#"[{"bundleId":"com.example.game"}]"#.utf8).write(to: apps)
    let keys = home.appending(path: "keys")
    try Data(try Keyring.generate(id: "k1").utf8).write(to: keys)
    let name = try await ledger.owner.withConnection { connection in
      try await connection.query(Statement(unsafeSQL: "select current_database()::text"))
        .decode(String.self)[0]
    }
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "daicho")
    process.arguments = ["serve"]
    process.environment = [
      "DATABASE_URL": try await TestServer.url(of: name), "DAICHO_APPS": apps.path,
      "DAICHO_ENCRYPTION_KEY_FILE": keys.path, "DAICHO_HTTP_PORT": String(port),
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors.handle
    try process.run()
    return process
  }

  /// Waits until the server answers. Returns false if it ends, or takes a minute.
  private static func answers(_ port: Int, of process: Process) async throws -> Bool {
    try await becomesTrue {
      guard process.isRunning, let connection = try? RawConnection(to: port) else { return false }
      try connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return await connection.receive().hasPrefix("HTTP/1.1 200 OK")
    }
  }

  private static func ends(_ process: Process) async throws -> Bool {
    try await becomesTrue { !process.isRunning }
  }

  private static func becomesTrue(_ holds: () async throws -> Bool) async throws -> Bool {
    for _ in 1...600 {
      if try await holds() { return true }
      try await Task.sleep(for: .milliseconds(100))
    }
    return false
  }
}

extension String {
  fileprivate func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
