import AsyncHTTPClient
import Foundation
import Granting
import NIOCore
import NIOHTTP1
import Postgres
import Projections
import TestSupport

@testable import Drills

/// An earlier version's log in its own database, read by the program of this version.
struct OpenedLog: Sendable {
  private static let databases = ScratchDatabase(migrations: [])
  private static let longest = Duration.seconds(60)
  private static let answerMax = 8 << 20

  let log: EarlierLog
  private let owner: Pool
  private let home: URL
  private let port: Int
  private let environment: [String: String]

  /// Lends a log as its version left it, after migrating its schema.
  static func with(
    _ log: EarlierLog, _ body: @Sendable (OpenedLog) async throws -> Void
  ) async throws {
    let dump = try log.dump()
    let home = FileManager.default.temporaryDirectory.appending(path: "daicho-log-\(UUID())")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }  // nothing depends on it
    try await databases.withScratchDatabase { _, owner in
      let name = try await load(dump, into: owner)
      let port = try FreePort.find()
      let own = try await [
        "DATABASE_URL": TestServer.url(of: name), "DAICHO_HTTP_PORT": String(port),
        "DAICHO_HOME": home.path,
      ]
      let environment = ProcessInfo.processInfo.environment
        .merging(log.settings) { $1 }.merging(own) { $1 }
      let opened = OpenedLog(
        log: log, owner: owner, home: home, port: port, environment: environment)
      let (code, answer) = try await opened.command("migrate")
      guard code == 0 else { throw BrokenDrill(String(decoding: answer, as: UTF8.self)) }
      try await body(opened)
    }
  }

  /// Loads a dump and returns the database's name. A dump changes the settings of its session, so
  /// it gets its own.
  private static func load(_ dump: String, into owner: Pool) async throws -> String {
    let name = try await owner.withConnection { connection in
      try await connection.script("drop table schema_migration")  // the dump brings its own
      let row = try await connection.query(Statement(unsafeSQL: "select current_database()::text"))
      return try row.decode(String.self).first
    }
    guard let name else { throw BrokenDrill("the database has no name") }
    let connection = try await Connection.open(try await TestServer.options().database(name))
    do {
      try await connection.script(dump)
    } catch {
      await connection.close()
      throw error
    }
    await connection.close()
    return name
  }

  /// Empties every projection, and the positions up to which the log was read for them.
  func emptyProjections() async throws {
    try await owner.withConnection { connection in
      try await connection.script(
        """
        truncate \((ProjectionConsumer.tables + GrantingConsumer.tables).joined(separator: ", ")),
          dead_letter;
        delete from consumer_checkpoint where consumer in ('projections', 'granting')
        """)
    }
  }

  /// Runs the server around `body`.
  ///
  /// - Parameter parts: the parts of the server, as `serve --only` names them.
  func whileServing(
    only parts: String, _ body: @Sendable () async throws -> Void
  ) async throws {
    let server = try await start(["serve", "--only", parts], log: "serve.log")
    defer { server.kill() }
    try await Patience.wait(for: "the server", atMost: Self.longest) {
      guard server.isRunning else { throw BrokenDrill("the server ended by itself") }
      // The server does not listen yet.
      return (try? await get("/readyz"))?.code == 200
    }
    try await body()
  }

  /// Returns once all projections have read the whole log.
  func waitUntilCaughtUp() async throws {
    struct Readiness: Decodable {
      struct Check: Decodable { let lagEvents: Int? }
      /// Nil if the server could not look up the key in time.
      let checks: [String: Check]?
    }
    try await Patience.wait(for: "the projections", atMost: Self.longest) {
      let readiness = try JSONDecoder().decode(Readiness.self, from: try await get("/readyz").body)
      return readiness.checks?.values.allSatisfy { $0.lagEvents ?? 0 == 0 } ?? false
    }
  }

  /// Asks the server, or runs a command beside it.
  func ask(_ question: RecordedAnswer.Question) async throws -> (code: Int, body: Data) {
    switch question {
    case .get(let path): try await get(path)
    case .command(let words): try await command(words.split(separator: " ").map(String.init))
    }
  }

  private func get(_ path: String) async throws -> (code: Int, body: Data) {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
    request.headers.add(name: "authorization", value: "Bearer \(try log.apiKey())")
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
    let body = try await response.body.collect(upTo: Self.answerMax)
    return (Int(response.status.code), Data(body.readableBytesView))
  }

  /// Runs a command. Returns its exit code and the JSON that it printed, or all of its output if it
  /// printed no JSON.
  func command(_ words: String...) async throws -> (code: Int, body: Data) {
    try await command(words)
  }

  private func command(_ words: [String]) async throws -> (code: Int, body: Data) {
    let log = "\(UUID()).log"
    let code = try await start(words, log: log)
      .end(of: "daicho \(words.joined(separator: " "))", atMost: Self.longest)
    let output = try Data(contentsOf: home.appending(path: log))
    return (Int(code), output[(output.firstIndex { $0 == UInt8(ascii: "{") } ?? 0)...])
  }

  private func start(_ words: [String], log: String) async throws -> ChildProcess {
    let file = home.appending(path: log)
    try Data().write(to: file)
    return try await .start(
      [Binary.daicho.path] + words, environment: environment,
      output: try FileHandle(forWritingTo: file))
  }
}
