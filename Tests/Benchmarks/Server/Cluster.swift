import Foundation
import Postgres

/// An embedded PostgreSQL, created for one run.
@MainActor
final class Cluster {
  nonisolated let home: URL
  private let embedded: EmbeddedPostgres
  private let connection: Connection

  /// The options of connections to the server.
  let options: ConnectionOptions
  /// The folder of the server's socket.
  let socket: String

  init(home: URL, for purpose: ServerPurpose = .ledger) async throws {
    self.home = home
    embedded = EmbeddedPostgres(home: home, for: purpose)
    options = try await embedded.start()
    connection = try await Connection.open(options)
    socket = embedded.socket.path
  }

  func stop() async {
    await connection.close()
    await embedded.stop()
  }

  func run(_ sql: String) async throws { try await connection.script(sql) }

  /// Returns the one value of a query, as text.
  func text(_ sql: String) async throws -> String {
    let rows = try await connection.query(Statement(unsafeSQL: sql))
    guard let row = rows.first else { throw BenchmarkFailure("No row: \(sql)") }
    return try row.decode()
  }

  func number(_ sql: String) async throws -> Double {
    Double(try await text("select (\(sql))::text")) ?? 0
  }

  /// Returns the bytes of write-ahead log since the cluster was created.
  func logPosition() async throws -> Double {
    try await number("pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')")
  }

  /// Returns the seconds on processors of the server and all processes below it.
  func processorTime() async throws -> Double {
    let backend = Int32(try await number("pg_backend_pid()"))
    guard let postmaster = ProcessStatistics(backend)?.parent else { return 0 }
    return ProcessStatistics.processorTimeOfFamily(postmaster)
  }

  /// Returns the bytes of every table with its indexes and its TOAST. Partitions count with their
  /// parent.
  func tableSizes() async throws -> [String: Double] {
    let rows = try await connection.query(
      Statement(
        unsafeSQL: """
          select coalesce(p.relname, c.relname)::text, sum(pg_total_relation_size(c.oid))::text
          from pg_class c
          left join pg_inherits i on i.inhrelid = c.oid
          left join pg_class p on p.oid = i.inhparent
          where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
          group by 1
          """))
    let sizes = try rows.decode((String, String).self).map { ($0, Double($1) ?? 0) }
    return Dictionary(uniqueKeysWithValues: sizes)
  }

  /// The arguments with which every client program connects.
  var clientArguments: [String] { ["--host", socket, "--username", "postgres"] }
}
