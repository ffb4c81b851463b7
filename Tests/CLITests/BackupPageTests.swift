import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import Postgres
import TestSupport
import Testing

/// The commands of the page about backups, as they stand there, from one cluster to another one.
struct BackupPageTests {
  /// Returns the blocks of commands of the page, in order.
  private static func blocks() throws -> [String] {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Daicho.docc/Backup.md").standardizedFileURL
    return try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```sh\n")
      .dropFirst().compactMap { $0.components(separatedBy: "```").first }
  }

  /// Lends a second cluster and a folder.
  private static func withOtherCluster(
    _ body: (_ server: EmbeddedPostgres, _ folder: URL) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bak-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let server = EmbeddedPostgres(home: folder.appending(path: "other"), for: .tests)
    _ = try await server.start()
    do {
      try await body(server, folder)
    } catch {
      await server.stop()
      try? FileManager.default.removeItem(at: folder)  // the error says more
      throw error
    }
    await server.stop()
    try FileManager.default.removeItem(at: folder)
  }

  /// Runs a script with these variables. Returns its exit code and what it printed.
  private static func run(
    _ script: String, _ variables: [String: String]
  ) async throws -> (code: Int32, said: String) {
    let output = FileManager.default.temporaryDirectory.appending(path: "said-\(UUID())")
    try Data().write(to: output)
    defer { try? FileManager.default.removeItem(at: output) }  // nothing depends on it
    let ours = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
    let theirs = try PostgresBinaries.find().folder.path
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-ec", script]
    process.environment = variables.merging(
      ["PATH": "\(ours):\(theirs):/usr/bin:/bin"]) { $1 }
    let said = try FileHandle(forWritingTo: output)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = said
    process.standardError = said
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
  }

  @Test func `restore a ledger in another cluster, where a server pauses it`() async throws {
    let blocks = try Self.blocks()
    try #require(blocks.count == 2)
    try await TestLedger.with { ledger in
      let signed = try ledger.authority.sign(
        payload: TestLedger.transaction(
          "2000", chain: "2000", from: Instant(day: "2026-04-01"), to: Instant(day: "2026-05-01")))
      _ = try await ledger.intake.documents.ingest(Array(signed.utf8))
      #expect(try await Installation.notePlace(ledger.pool) == false)
      try await Self.withOtherCluster { server, folder in
        let socket = server.socket.path
        let name: String = try await ledger.owner.withConnection { connection in
          try await connection.query(Statement(unsafeSQL: "select current_database()::text"))[0]
            .decode()
        }
        let root = folder.appending(path: "root.der")
        try Data(ledger.authority.rootCertificateDER).write(to: root)
        let apps = folder.appending(path: "apps.json")
        try Data(#"[{"bundleId":"com.example.game","environments":["Sandbox"]}]"#.utf8).write(
          to: apps)
        try Data(ledger.keyringText.utf8).write(to: folder.appending(path: "keys"))
        let restored = "postgresql://postgres@/daicho_restored?host=\(socket)"
        let variables = [
          "BACKUPS": folder.path, "DATABASE_URL": try await TestServer.url(of: name),
          "RESTORE_SERVER": "postgresql://postgres@/postgres?host=\(socket)",
          "RESTORED_URL": restored, "DAICHO_HOME": folder.appending(path: "home").path,
          "DAICHO_ENCRYPTION_KEY_FILE": folder.appending(path: "keys").path,
          "DAICHO_TRUST_ROOTS": "Production=\(root.path)", "DAICHO_APPS": apps.path,
        ]
        let done = try await Self.run(blocks[0], variables)
        #expect(done.code == 0, "\(done.said)")
        #expect(done.said.contains("evidence: 1 verified, 0 erased"), "\(done.said)")
        #expect(done.said.contains("Whole."), "\(done.said)")
        try Self.check(folder.appending(path: "today"), ledger)
        try await Self.expectPause(ConnectionOptions(url: restored))
        // The role of the other cluster is that of the database's name.
        let dropped = try await Self.run(blocks[1], variables)
        #expect(dropped.code == 0, "\(dropped.said)")
      }
    }
  }

  /// The folder is its owner's, and has no key.
  private static func check(_ folder: URL, _ ledger: TestLedger) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == ["heads.json", "ledger.dump", "manifest.json"])
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions]
    #expect(mode as? Int == 0o700)
    let key = try #require(
      ledger.keyringText.split(separator: "\n").last?.split(separator: ":").last)
    for name in names {
      let contents = try Data(contentsOf: folder.appending(path: name))
      #expect(!contents.isEmpty)
      #expect(contents.firstRange(of: Data(key.utf8)) == nil, "\(name) holds the key")
    }
    let manifest = try String(
      contentsOf: folder.appending(path: "manifest.json"), encoding: .utf8)
    #expect(manifest.contains("\"id\" : \"k1\""))
  }

  private static func expectPause(_ options: ConnectionOptions) async throws {
    let connection = try await Connection.open(options)
    let (name, hasMoved) = try await connection.query(
      Statement(unsafeSQL: "select application_role(), note_place()"))[0].decode(
        (String, Bool).self)
    #expect(name == "daicho_app_daicho_restored")
    #expect(hasMoved)
    let reason: String = try await connection.query(
      Statement(unsafeSQL: "select paused_because from installation"))[0].decode()
    #expect(reason.hasPrefix("the database is a copy of the one in which the ledger last ran"))
    await connection.close()
  }
}
