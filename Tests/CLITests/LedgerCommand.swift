import Foundation
import Postgres
import TestSupport

/// A run of `daicho` on a test ledger, with settings in a folder of its own.
struct LedgerCommand {
  private let arguments: [String]
  private let ledger: TestLedger
  private let files: [String: String]
  private let root: String?
  private let apps: (_ home: String) -> String

  /// - Parameters:
  ///   - files: more files of the folder, by their names.
  ///   - root: the name of the file with a root that the ledger trusts.
  ///   - apps: returns the JSON of `DAICHO_APPS`, which may name files of the folder.
  init(
    _ arguments: [String], on ledger: TestLedger, files: [String: String] = [:],
    trusting root: String? = nil, apps: @escaping (_ home: String) -> String
  ) {
    self.arguments = arguments
    self.ledger = ledger
    self.files = files
    self.root = root
    self.apps = apps
  }

  /// Returns the exit code and the standard output. Ends the run when the task is canceled.
  func run() async throws -> (Int32, Data) {
    let home = FileManager.default.temporaryDirectory.appending(path: "daicho-\(UUID())")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }  // nothing depends on it
    let settings = ["apps.json": apps(home.path), "keys": ledger.keyringText]
    for (name, contents) in settings.merging(files, uniquingKeysWith: { first, _ in first }) {
      try Data(contents.utf8).write(to: home.appending(path: name))
    }
    let name = try await ledger.owner.withConnection { connection in
      try await connection.query(Statement(unsafeSQL: "select current_database()::text"))
        .decode(String.self)[0]
    }
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "daicho")
    process.arguments = arguments
    process.environment = [
      "DATABASE_URL": try await TestServer.url(of: name),
      "DAICHO_APPS": home.appending(path: "apps.json").path,
      "DAICHO_ENCRYPTION_KEY_FILE": home.appending(path: "keys").path,
      "DAICHO_TRUST_ROOTS": root.map { home.appending(path: $0).path } ?? "",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in ended.resume() }
        do { try process.run() } catch { ended.resume(throwing: error) }
      }
    } onCancel: {
      process.terminate()
    }
    return (process.terminationStatus, try output.fileHandleForReading.readToEnd() ?? Data())
  }
}
