import EventStore
import Foundation
import Ledger
import Postgres
import Projections
import TestSupport
import Testing

/// `daicho projections` as a process over the database of a test.
struct RebuildProcessTests {
  private struct Ending {
    let code: Int32
    let output: String
  }

  private func start(_ words: [String], of ledger: TestLedger) async throws -> (Process, Pipe) {
    let name = try await ledger.owner.withConnection { connection in
      try await connection.query(Statement(unsafeSQL: "select current_database()::text"))
        .decode(String.self)[0]
    }
    let home = FileManager.default.temporaryDirectory.appending(path: "daicho-\(UUID())")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let keys = home.appending(path: "keys")
    try Data(ledger.keyringText.utf8).write(to: keys)
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "daicho")
    process.arguments = ["projections"] + words
    process.environment = [
      "DATABASE_URL": try await TestServer.url(of: name),
      "DAICHO_ENCRYPTION_KEY_FILE": keys.path,
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    return (process, output)
  }

  private func run(_ words: String..., of ledger: TestLedger) async throws -> Ending {
    let (process, output) = try await start(words, of: ledger)
    return try await end(process, output)
  }

  private func end(_ process: Process, _ output: Pipe) async throws -> Ending {
    let text = try await Task.detached { try output.fileHandleForReading.readToEnd() ?? Data() }
      .value
    process.waitUntilExit()
    return Ending(code: process.terminationStatus, output: String(decoding: text, as: UTF8.self))
  }

  @Test func `a rebuild that was killed goes on, and its differences end with 1`() async throws {
    try await TestLedger.with(lanes: 1) { ledger in
      try await ledger.recordYears(of: 700, from: 0)
      try await ledger.project()
      for signal in [SIGKILL, SIGINT] {
        let (process, output) = try await start(
          ["rebuild", "--all", "--throttle", "1500"], of: ledger)
        let read = try await events(
          ledger, beyond: signal == SIGKILL ? 0 : 2_500, while: process, output)
        kill(process.processIdentifier, signal)
        let ending = try await end(process, output)
        #expect(ending.code == (signal == SIGKILL ? SIGKILL : 1))
        if signal == SIGINT { #expect(ending.output.contains("the same command goes on")) }
        try await noBuilder(of: ledger)
        #expect(read < 8_400)
      }
      #expect(try await run("list", of: ledger).output.contains("reading, interrupted"))
      let equal = try await run("rebuild", "--all", "--no-switch", of: ledger)
      #expect(equal.code == 0)
      #expect(equal.output.contains("Equal: "))
      let damaged = try await ledger.owner.withConnection { connection in
        try await connection.query(
          Statement(
            unsafeSQL: """
              update service_period p set price = 1
              where p.stream = (select min(stream::text)::uuid from service_period)
              returning stream::text
              """)
        ).decode(String.self)
      }
      let differing = try await run("check", of: ledger)
      #expect(differing.code == 1)
      #expect(differing.output.contains("1 chains differ"))
      #expect(differing.output.contains(try #require(damaged.first)))
      #expect(differing.output.contains(": price 0.001 → none"))
      #expect(differing.output.contains("Which side is wrong?"))
      #expect(try await run("switch", of: ledger).code == 1)
      let unexplained = try await run("switch", "--expect-differences", "jo", of: ledger)
      #expect(unexplained.code == 2)
      #expect(unexplained.output.contains("--expect-differences needs --reason"))
      let switched = try await run(
        "switch", "--expect-differences", "jo", "--reason", "a damaged row", of: ledger)
      #expect((switched.code, switched.output.hasPrefix("Switched")) == (0, true))
      let refused = try await run("rollback", of: ledger)
      #expect(refused.code == 1)
      #expect(refused.output.contains("as jo accepted"))
      #expect(refused.output.contains("--expect-differences NAME --reason WHY"))
      #expect(try await run("rollback", "--expect-differences", "jo", of: ledger).code == 2)
      #expect(
        try await run(
          "rollback", "--expect-differences", "jo", "--reason", "to compare", of: ledger
        ).code == 0)
      // The way back leads to what follows from the log, and needs no word.
      #expect(try await run("rollback", of: ledger).code == 0)
      #expect(try await run("drop", "--previous", of: ledger).code == 0)
      let none = try await run("rollback", of: ledger)
      #expect(none.code == 1)
      #expect(none.output.contains("there is no previous generation"))
    }
  }

  private struct Ended: Error, CustomStringConvertible {
    let description: String
  }

  /// Waits until the server has ended the session of a killed builder, with its lock.
  private func noBuilder(of ledger: TestLedger) async throws {
    let sql = """
      select count(*) from pg_locks
      where locktype = 'advisory' and classid = \(AdvisoryLock.projectionBuild.rawValue)
        and database = (select oid from pg_database where datname = current_database())
      """
    while try await ledger.count(sql) > 0 { try await Task.sleep(for: .milliseconds(10)) }
  }

  /// Waits until a rebuild has read more than so many events. Returns the number.
  private func events(
    _ ledger: TestLedger, beyond least: Int64, while process: Process, _ output: Pipe
  ) async throws -> Int64 {
    while true {
      guard process.isRunning else {
        throw Ended(description: try await end(process, output).output)
      }
      if let progress = try await RebuildStatus.read(in: ledger.pool).progress,
        progress.events > least
      {
        return progress.events
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}
