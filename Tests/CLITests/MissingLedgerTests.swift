import Foundation
import Postgres
import TestSupport
import Testing

/// Commands where there is no ledger: they say so and create nothing.
struct MissingLedgerTests {
  private static let databases = ScratchDatabase(migrations: [])

  private struct Ending {
    let code: Int32
    let output: String
  }

  /// Runs `daicho` with words as a shell reads them.
  private func daicho(_ words: String, _ environment: [String: String]) async throws -> Ending {
    let built = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "\"$0\" \(words)", built.appending(path: "daicho").path]
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    return Ending(code: process.terminationStatus, output: String(decoding: text, as: UTF8.self))
  }

  /// Lends an empty folder with a file of apps beside it.
  private func withFolder(_ body: (_ home: URL, _ apps: URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let (home, apps) = (folder.appending(path: "home"), folder.appending(path: "apps.json"))
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(#"[{"bundleId":"com.example.game"}]"#.utf8).write(to: apps)
    try await body(home, apps)
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  @Test(arguments: [
    "outbox list", "keys list", "keys create --name a --scopes read", "keys revoke 1", "verify",
    "events show 1-1", "explain account anna", "accounts show anna", "accounts review",
    "catalog show", "programs list", "terms show", "report tenure", "reconcile status",
    "recover --restored", "ingest /dev/null",
  ])
  func `a command in a home without a ledger fails and creates nothing`(words: String) async throws
  {
    try await withFolder { home, apps in
      let ending = try await daicho(
        words, ["DAICHO_HOME": home.path, "DAICHO_APPS": apps.path])
      #expect(ending.code == 1)
      #expect(
        ending.output == """
          Error: no ledger is in \(home.path): name the directory of your ledger with --home or \
          DAICHO_HOME, or its database with DATABASE_URL; `daicho serve` and `daicho migrate` \
          create a ledger

          """)
      let names = try names(in: home)
      #expect(names.isEmpty)
    }
  }

  @Test func `the doctor of a home without a ledger says so and creates nothing`() async throws {
    try await withFolder { home, apps in
      let ending = try await daicho(
        "doctor", ["DAICHO_HOME": home.path, "DAICHO_APPS": apps.path])
      #expect(ending.code == 1)
      #expect(ending.output.contains("fail  database: no ledger is in \(home.path)\n"))
      let names = try names(in: home)
      #expect(names.isEmpty)
    }
  }

  @Test func `an empty database behind DATABASE_URL is no ledger, and stays empty`() async throws {
    try await withFolder { home, _ in
      try await Self.databases.withScratchDatabase { _, owner in
        try await owner.withConnection {
          try await $0.script("drop table if exists schema_migration")
        }
        let name = try await owner.withConnection { connection in
          try await connection.query(Statement(unsafeSQL: "select current_database()::text"))[0]
            .decode(String.self)
        }
        let ending = try await daicho(
          "keys list",
          ["DATABASE_URL": try await TestServer.url(of: name), "DAICHO_HOME": home.path])
        #expect(ending.code == 1)
        #expect(
          ending.output == """
            Error: the database that DATABASE_URL names holds no ledger: name another, or create a \
            ledger in it with `daicho migrate`

            """)
        let tables = try await owner.withConnection { connection in
          try await connection.query(
            Statement(
              unsafeSQL: "select count(*) from pg_class where relnamespace = 'public'::regnamespace"
            ))[0].decode(Int64.self)
        }
        #expect(tables == 0)
      }
    }
  }
}
