import AppStoreSimulator
import Foundation
import Postgres

/// A ledger on a copy of the night's database, as the person on call has it.
struct NightLedger: Sendable {
  /// What the statements and words of faults call by a name.
  struct Names: Sendable {
    let stream: String
    let poison: (lane: Int64, position: Int64)
  }

  private static let served: Duration = .seconds(4)

  let process: LedgerProcess
  let database: SharedPostgres
  let names: Names

  /// Runs a command to its end. Returns its exit code and its output.
  func run(
    _ words: [String], by access: NightFault.Access
  ) async throws -> (code: Int32, output: String) {
    let log = process.home.appending(path: "answer-\(UUID()).txt")
    let code = try await process(by: access).run(words.map(filled), log: log)
      .end(of: "daicho \(words.joined(separator: " "))")
    return (code, try String(contentsOf: log, encoding: .utf8))
  }

  /// Runs statements by force, past every trigger.
  func damage(_ sql: String) async throws {
    try await execute("set session_replication_role = replica; \(sql)")
  }

  func execute(_ sql: String) async throws {
    let script = filled(sql)
    try await database.withConnection { try await $0.script(script) }
  }

  /// The disk of the database, which a fault may fill.
  var disk: NightDisk {
    NightDisk(folder: process.home.appending(path: "disk"), database: database)
  }

  /// Serves for some seconds, ready or not: a server that pauses its ledger is not.
  func serve(by access: NightFault.Access) async throws {
    let process = try await process(by: access)
    let server = try await process.serve()
    defer { server.kill() }
    try await Task.sleep(for: Self.served)
    guard server.send(SIGTERM), try await server.end(of: "the ledger") == 0 else {
      throw process.ended(server)
    }
  }

  /// Returns a text with the names that stand for values of this ledger.
  func filled(_ text: String) -> String {
    text.replacing("$STREAM", with: names.stream)
      .replacing("$POISONED", with: "\(names.poison.lane)-\(names.poison.position)")
      .replacing("$POISON", with: "(\(names.poison.lane), \(names.poison.position))")
      .replacing("$ROLE", with: "daicho_app_\(database.name)")
      .replacing("$DATABASE", with: database.name)
  }

  /// The number of events of purchases and accounts, and the coins of all grants: what may not be lost.
  func treasure() async throws -> Treasure {
    let (events, coins) = try await database.withConnection { connection in
      try await connection.query(
        Statement(
          unsafeSQL: """
            select (select count(*) from event where lane > 0),
              (select coalesce(sum(amount - revoked_amount), 0)::bigint from coin_grant)
            """))[0].decode((Int64, Int64).self)
    }
    return Treasure(events: events, coins: coins)
  }

  struct Treasure: Hashable, Sendable {
    let events: Int64
    let coins: Int64
  }

  private func process(by access: NightFault.Access) async throws -> LedgerProcess {
    var process = process
    switch access {
    case .own: break
    case .login(let name, let password):
      process.shared = OtherAccess(
        base: database, url: database.url(as: name, password: password),
        masterKeyFile: database.masterKeyFile)
    case .otherMasterKey:
      let file = process.home.appending(path: "other.keys")
      try Data("trial:\(Data(repeating: 7, count: 32).base64EncodedString())\n".utf8).write(
        to: file)
      process.shared = OtherAccess(base: database, url: database.url, masterKeyFile: file)
    case .clockAhead(let seconds):
      process.environment = try await ShiftedClock.environment(ahead: seconds, in: process.home)
    }
    return process
  }
}

/// A database that is reached in another way.
private struct OtherAccess: SharedDatabase {
  let base: SharedPostgres
  let url: String
  let masterKeyFile: URL

  func withConnection<Answer: Sendable>(
    _ body: (Connection) async throws -> Answer
  ) async throws -> Answer {
    try await base.withConnection(body)
  }
}
