import Foundation
import Postgres

/// A PostgreSQL of the drill's own, reached by a unix socket, for several ledgers to share.
struct SharedPostgres: SharedDatabase {
  private let embedded: EmbeddedPostgres
  private var options: ConnectionOptions
  private let pidFile: URL
  private let socket: String
  private var database = "postgres"

  let masterKeyFile: URL

  /// Lends a PostgreSQL below a folder, and starts it again whenever it is gone.
  static func whileTended<Answer: Sendable>(
    home: URL, _ body: @escaping @Sendable (SharedPostgres) async throws -> Answer
  ) async throws -> Answer {
    let postgres = try await start(home: home)
    do {
      let answer = try await withThrowingTaskGroup(of: Answer?.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await body(postgres) }
        group.addTask {
          await postgres.embedded.tend { _ in }
          return nil
        }
        guard let answer = try await group.next() ?? nil else { throw CancellationError() }
        return answer
      }
      await postgres.stop()
      return answer
    } catch {
      await postgres.stop()
      throw error
    }
  }

  /// Creates a PostgreSQL below a folder and starts it.
  private static func start(home: URL) async throws -> SharedPostgres {
    let embedded = EmbeddedPostgres(home: home)
    do {
      return try SharedPostgres(embedded, options: try await embedded.start(), home: home)
    } catch {
      await embedded.stop()
      throw error
    }
  }

  private init(
    _ embedded: EmbeddedPostgres, options: ConnectionOptions, home: URL
  ) throws {
    self.embedded = embedded
    self.options = options
    socket = embedded.socket.path
    pidFile = home.appending(path: "postgres/postmaster.pid")
    masterKeyFile = home.appending(path: "encryption.keys")
    let masterKey = (0..<32).map { _ in UInt8.random(in: 0...255) }
    try Data("trial:\(Data(masterKey).base64EncodedString())\n".utf8).write(to: masterKeyFile)
  }

  var url: String { "postgresql://postgres@/\(database)?host=\(socket)" }

  /// The name of the database.
  var name: String { database }

  /// Returns the URL of the database for another login.
  func url(as login: String, password: String) -> String {
    "postgresql://\(login):\(password)@/\(database)?host=\(socket)"
  }

  /// Demands a password of a login from now on.
  func demandPassword(of login: String) async throws {
    let file = pidFile.deletingLastPathComponent().appending(path: "pg_hba.conf")
    let rules = try String(contentsOf: file, encoding: .utf8)
    try Data("local all \(login) scram-sha-256\n\(rules)".utf8).write(to: file)
    try await withConnection { connection in
      _ = try await connection.query(Statement(unsafeSQL: "select pg_reload_conf()"))
    }
  }

  /// Returns the same server with a copy of the database, which may have no connections.
  func copy(named name: String) async throws -> SharedPostgres {
    try await whileUnused("create database \(name) template \(database)")
    var copy = self
    copy.database = name
    copy.options = options.database(name)
    return copy
  }

  /// Moves the database, which may have no connections, into a folder of the server's user.
  func move(to folder: URL) async throws {
    try await whileUnused(
      "create tablespace \(database) location '\(folder.path)'",
      "alter database \(database) set tablespace \(database)")
  }

  /// Drops the database, and the folder that it was moved to.
  func dropMoved() async throws {
    try await whileUnused("drop database \(database)", "drop tablespace \(database)")
  }

  /// Runs statements about the database, from outside, once nobody is connected to it.
  private func whileUnused(_ statements: String...) async throws {
    let count = "select count(*) from pg_stat_activity where datname = '\(database)'"
    try await Self.with(options.database("template1")) { connection in
      try await Patience.wait(for: "the end of all connections to \(database)") {
        try await connection.query(Statement(unsafeSQL: count)).decode(Int64.self).first == 0
      }
      for sql in statements { _ = try await connection.query(Statement(unsafeSQL: sql)) }
    }
  }

  func withConnection<Answer: Sendable>(
    _ body: (Connection) async throws -> Answer
  ) async throws -> Answer {
    try await Self.with(options, body)
  }

  /// Stops the server at once, as a power cut would, and returns when another one runs.
  func kill() async throws {
    let victim = postmaster
    guard let victim, Glibc.kill(victim, SIGQUIT) == 0 else {
      throw BrokenDrill("there was no PostgreSQL to be killed")
    }
    try await Patience.wait(for: "the end of PostgreSQL") { postmaster != victim }
    try await Patience.wait(for: "another PostgreSQL") {
      // Connections fail while the server recovers.
      (try? await withConnection { try await $0.query(Statement(unsafeSQL: "select 1")) }) != nil
    }
  }

  private func stop() async { await embedded.stop() }

  /// The process of the server, or nil while there is none.
  private var postmaster: Int32? {
    // The file does not exist while the server starts or is gone.
    guard let text = try? String(contentsOf: pidFile, encoding: .utf8) else { return nil }
    return text.split(separator: "\n").first.flatMap { Int32($0) }
  }

  private static func with<Answer: Sendable>(
    _ options: ConnectionOptions, _ body: (Connection) async throws -> Answer
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
}
