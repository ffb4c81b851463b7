import Foundation
import Postgres

/// One PostgreSQL server of a pair, in a folder of its own, reached by a unix socket only.
struct PairedServer: Sendable {
  private static let user = ServerUser.current

  let folder: URL
  private var data: URL { folder.appending(path: "data") }
  var socket: URL { folder.appending(path: "run") }

  var options: ConnectionOptions {
    ConnectionOptions(url: "host=\(socket.path) user=postgres dbname=postgres")
  }

  /// Creates an empty cluster.
  func create() throws {
    try prepareFolders()
    _ = try Self.user.run([
      try PostgresBinaries.find().initdb.path, "--pgdata", data.path, "--username", "postgres",
      "--auth", "trust", "--encoding", "UTF8", "--locale", "C.UTF-8",
    ])
  }

  /// Becomes a streaming standby of another server, instead of anything that was here before.
  func copy(_ primary: PairedServer) throws {
    try? FileManager.default.removeItem(at: data)  // absent the first time
    try prepareFolders()
    _ = try Self.user.run([
      try PostgresBinaries.find().folder.appending(path: "pg_basebackup").path, "--pgdata",
      data.path, "--host", primary.socket.path, "--username", "postgres", "--write-recovery-conf",
      "--checkpoint", "fast", "--wal-method", "stream",
    ])
  }

  /// Starts the server and returns once it takes connections.
  func start() async throws -> ChildProcess {
    let log = folder.appending(path: "postgres.log")
    if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
    let output = try FileHandle(forWritingTo: log)
    try output.seekToEnd()
    let settings = [
      "listen_addresses=", "unix_socket_directories=\(socket.path)", "max_connections=150",
      "wal_keep_size=256MB", "hot_standby=on",
    ]
    let words =
      [try PostgresBinaries.find().postgres.path, "-D", data.path]
      + settings.flatMap { ["-c", $0] }
    let process = try await ChildProcess.start(
      Self.user.command(words, diesWithParent: true),
      environment: ProcessInfo.processInfo.environment, output: output)
    try await Patience.wait(for: "a PostgreSQL") {
      guard process.isRunning else { throw BrokenDrill("PostgreSQL ended; see \(log.path)") }
      // Connections fail until the server is up.
      return (try? await ask("select true")) == true
    }
    return process
  }

  /// Runs a statement whose only column is true or false, or is ignored.
  @discardableResult
  func ask(_ sql: String) async throws -> Bool? {
    try await withConnection { connection in
      let rows = try await connection.query(Statement(unsafeSQL: sql))
      return try? rows.first?.decode(Bool.self)  // void and other columns are ignored
    }
  }

  func withConnection<Answer: Sendable>(
    _ body: (Connection) async throws -> Answer
  ) async throws -> Answer {
    let connection = try await Connection.open(options)
    do {
      let answer = try await body(connection)
      await connection.close()
      return answer
    } catch {
      await connection.close()
      throw error
    }
  }

  private func prepareFolders() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for folder in [socket, data] { try Self.user.makePrivateFolder(folder) }
  }
}
