import Foundation
import Testing

@testable import Postgres

struct ServerLogTests {
  /// Lends the log file of a new home.
  private func withLog(_ body: (ServerLog) async throws -> Void) async throws {
    let home = FileManager.default.temporaryDirectory
      .appending(path: "daicho-log-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    try await body(ServerLog(file: home.appending(path: "postgres.log")))
  }

  @Test(.timeLimit(.minutes(20)))
  func `the messages of a server that was killed are there after the next start`() async throws {
    try await withLog { log in
      for _ in 1...2 {
        let server = EmbeddedPostgres(home: log.file.deletingLastPathComponent(), for: .tests)
        _ = try await server.start()
        await server.stop()
      }
      let text = try String(contentsOf: log.file, encoding: .utf8)
      #expect(text.matches(of: /starting PostgreSQL/).count == 2)
    }
  }

  @Test func `a large file is renamed, and the one renamed before is replaced`() async throws {
    try await withLog { log in
      try Data("oldest".utf8).write(to: log.older)
      let large = Data(repeating: UInt8(ascii: "x"), count: ServerLog.sizeMax)
      try large.write(to: log.file)
      let opened = try log.open()
      try opened.write(contentsOf: Data("new".utf8))
      try opened.close()
      let (text, older) = try (Data(contentsOf: log.file), Data(contentsOf: log.older))
      #expect(text == Data("new".utf8))
      #expect(older == large)
    }
  }

  @Test func `a file below the limit is continued`() async throws {
    try await withLog { log in
      let last = Data(repeating: UInt8(ascii: "x"), count: ServerLog.sizeMax - 1)
      try last.write(to: log.file)
      let opened = try log.open()
      try opened.write(contentsOf: Data("y".utf8))
      try opened.close()
      let text = try Data(contentsOf: log.file)
      #expect(text == last + Data("y".utf8))
      #expect(!FileManager.default.fileExists(atPath: log.older.path))
    }
  }
}
