import Foundation
import Postgres

/// A primary and its streaming standby, which may take its place while it is behind.
actor StreamingPair {
  /// The address that every ledger uses: whichever of the two takes writes.
  struct Address: SharedDatabase {
    let url: String
    let masterKeyFile: URL

    func withConnection<Answer: Sendable>(
      _ body: (Connection) async throws -> Answer
    ) async throws -> Answer {
      let connection = try await Connection.open(ConnectionOptions(url: url))
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

  nonisolated let address: Address
  private var primary: (server: PairedServer, process: ChildProcess)
  private var standby: (server: PairedServer, process: ChildProcess)

  /// Creates both servers below a folder and starts them.
  init(below folder: URL) async throws {
    let servers = ["a", "b"].map { PairedServer(folder: folder.appending(path: $0)) }
    try servers[0].create()
    primary = (servers[0], try await servers[0].start())
    do {
      try servers[1].copy(servers[0])
      standby = (servers[1], try await servers[1].start())
    } catch {
      primary.process.kill()
      throw error
    }
    let hosts = servers.map(\.socket.path).joined(separator: ",")
    let keys = folder.appending(path: "encryption.keys")
    let key = (0..<32).map { _ in UInt8.random(in: 0...255) }
    try Data("trial:\(Data(key).base64EncodedString())\n".utf8).write(to: keys)
    address = Address(
      url: "postgresql://postgres@/postgres?host=\(hosts)&target_session_attrs=read-write",
      masterKeyFile: keys)
  }

  /// Returns once the standby has replayed what the primary has written by now.
  func waitUntilLevel() async throws {
    let level = """
      select coalesce(bool_and(replay_lsn >= pg_current_wal_lsn()) and count(*) > 0, false)
      from pg_stat_replication
      """
    let server = primary.server
    try await Patience.wait(for: "the standby to be level") { try await server.ask(level) == true }
  }

  /// Lets the standby fall behind: nothing reaches it any more, and its replay is paused.
  func cut() async throws {
    let server = standby.server
    try await server.withConnection { connection in
      try await connection.script("alter system set primary_conninfo = ''")
      try await connection.script("select pg_reload_conf()")
    }
    try await Patience.wait(for: "the end of the stream") {
      try await server.ask("select count(*) = 0 from pg_stat_wal_receiver") == true
    }
    // A server whose replay is paused does not read its settings.
    try await server.ask("select pg_wal_replay_pause()")
  }

  /// Stops the primary as a power cut would, and promotes the standby.
  func failOver() async throws {
    guard primary.process.send(SIGQUIT) else { throw BrokenDrill("there was no primary") }
    _ = try await primary.process.end(of: "the primary")
    try await standby.server.ask("select pg_wal_replay_resume()")
    try await standby.server.ask("select pg_promote()")
  }

  /// Makes the former primary the standby of the present one.
  func rejoin() async throws {
    let former = primary.server
    primary = standby
    try await primary.server.withConnection { connection in
      try await connection.script("alter system reset primary_conninfo")
    }
    try former.copy(primary.server)
    standby = (former, try await former.start())
  }

  func stop() async {
    for process in [primary.process, standby.process] {
      _ = process.send(SIGQUIT)
      _ = try? await process.end(of: "a PostgreSQL")  // it is killed if it stays
    }
  }
}
