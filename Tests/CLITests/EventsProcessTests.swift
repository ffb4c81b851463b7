import EventStore
import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

/// `daicho events` as a process over the database of a test.
struct EventsProcessTests {
  private struct Line: Decodable {
    let id: String
    let originalTransactionId: String?
  }

  /// Starts `daicho events` with its output in two files of a new folder.
  private func start(_ words: [String], of ledger: TestLedger) async throws -> (Process, URL) {
    let home = FileManager.default.temporaryDirectory.appending(path: "daicho-\(UUID())")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let keys = home.appending(path: "keys")
    try Data(ledger.keyringText.utf8).write(to: keys)
    let name = try await ledger.owner.withConnection { connection in
      try await connection.query(Statement(unsafeSQL: "select current_database()::text"))
        .decode(String.self)[0]
    }
    func file(_ name: String) throws -> FileHandle {
      let file = home.appending(path: name)
      try Data().write(to: file)
      return try FileHandle(forWritingTo: file)
    }
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "daicho")
    process.arguments = ["events"] + words
    process.environment = [
      "DATABASE_URL": try await TestServer.url(of: name),
      "DAICHO_ENCRYPTION_KEY_FILE": keys.path,
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try file("output")
    process.standardError = try file("errors")
    try process.run()
    return (process, home)
  }

  private func ended(_ process: Process) async throws -> Int32 {
    while process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
    return process.terminationStatus
  }

  private func text(_ name: String, in home: URL) throws -> String {
    String(decoding: try Data(contentsOf: home.appending(path: name)), as: UTF8.self)
  }

  private func lines(in home: URL) throws -> [Line] {
    try text("output", in: home).split(separator: "\n")
      .map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  @Test func `an export ends with the position from which the next one goes on`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record([GemPurchase("1").bought(), GemPurchase("2").bought()])
      let (process, home) = try await start(["export"], of: ledger)
      defer { try? FileManager.default.removeItem(at: home) }  // nothing depends on it
      #expect(try await ended(process) == 0)
      let exported = try lines(in: home).map(\.originalTransactionId)
      #expect(Set(exported) == ["1", "2"])
      let errors = try text("errors", in: home).split(separator: "\n")
      let next = try #require(errors.last?.split(separator: " ").last).description
      let end = ledger.log.token(try await ledger.log.cut().position)
      #expect(errors.last.map(String.init) == "Next: --from \(end)")

      try await ledger.record([GemPurchase("3").bought()])
      let (second, place) = try await start(["export", "--from", next], of: ledger)
      defer { try? FileManager.default.removeItem(at: place) }  // nothing depends on it
      #expect(try await ended(second) == 0)
      let rest = try lines(in: place).map(\.originalTransactionId)
      #expect(rest == ["3"])
    }
  }

  @Test func `a tail follows the log until Ctrl-C, which is a good end`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record([GemPurchase("1").bought()])
      try await ledger.record([GemPurchase("2").bought()])
      let (process, home) = try await start(
        ["tail", "--last", "1", "--follow", "--json"], of: ledger)
      defer { try? FileManager.default.removeItem(at: home) }  // nothing depends on it
      func wait(for count: Int) async throws {
        while try text("output", in: home).count(where: { $0 == "\n" }) < count {
          try #require(process.isRunning)
          try await Task.sleep(for: .milliseconds(10))
        }
      }
      try await wait(for: 1)
      try await ledger.record([GemPurchase("3").bought()])
      try await wait(for: 2)
      kill(process.processIdentifier, SIGINT)
      #expect(try await ended(process) == 0)
      let shown = try lines(in: home).map(\.originalTransactionId)
      #expect(shown == ["2", "3"])
    }
  }
}
