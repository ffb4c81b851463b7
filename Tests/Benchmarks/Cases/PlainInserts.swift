import Foundation

/// Inserts of the ledger's own event rows into a bare table: nothing verified, no key, no chain, no
/// order.
@MainActor
struct PlainInserts {
  private static let rowsMax = 20_000

  let cluster: Cluster
  private let folder: URL

  /// Samples rows of the ledger's `event`, and creates a table like it.
  init(_ cluster: Cluster, sampling ledger: Cluster, folder: URL) async throws {
    self.cluster = cluster
    self.folder = folder
    let columns = "from pg_attribute where attrelid = 'event'::regclass and attnum > 0"
    let definition = try await ledger.text(
      """
      select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', '
        order by attnum) \(columns)
      """)
    try await cluster.run(
      """
      create table plain_event (\(definition), primary key (lane, position));
      create index plain_event_of_stream on plain_event (lane, stream, position);
      create sequence plain_position cache 100
      """)
    try sample(ledger)
    try await writeSingleInsert(ledger, columns: columns)
  }

  /// Returns the rows inserted a second, each by its own prepared statement and commit.
  func single(clients: Int, seconds: Double) async throws -> Double {
    try await cluster.run("truncate plain_event")
    let output = try Command.run(
      try Command.postgres("pgbench"),
      cluster.clientArguments + [
        "--no-vacuum", "--protocol=prepared", "--client=\(clients)",
        "--jobs=\(min(clients, Machine.cores))", "--time=\(Int(seconds.rounded(.up)))",
        "--file=\(insertFile.path)", "postgres",
      ])
    guard let line = output.split(separator: "\n").first(where: { $0.hasPrefix("tps =") }),
      let rate = line.split(separator: " ").compactMap({ Double($0) }).first
    else { throw BenchmarkFailure("pgbench did not print its rate.") }
    return rate
  }

  /// Returns the rows copied a second, with `size` rows in each COPY and a commit after each.
  func batched(_ size: Int) async throws -> Double {
    try await cluster.run("truncate plain_event")
    let rows = try String(contentsOf: sampleFile, encoding: .utf8).split(separator: "\n")
    let script = folder.appending(path: "copy-\(size).sql")
    let batches = stride(from: 0, to: rows.count, by: size).map { first in
      "copy plain_event from stdin;\n"
        + rows[first..<min(first + size, rows.count)].joined(separator: "\n") + "\n\\.\n"
    }
    try batches.joined().write(to: script, atomically: true, encoding: .utf8)
    let start = now()
    _ = try psql(cluster, ["--file", script.path])
    return Double(rows.count) / (now() - start)
  }

  private var sampleFile: URL { folder.appending(path: "event-rows.txt") }
  private var insertFile: URL { folder.appending(path: "single-insert.sql") }

  private func sample(_ ledger: Cluster) throws {
    let rows = try psql(
      ledger,
      ["--command", "copy (select * from event limit \(Self.rowsMax)) to stdout"])
    try rows.write(to: sampleFile, atomically: true, encoding: .utf8)
  }

  private func writeSingleInsert(_ ledger: Cluster, columns: String) async throws {
    let values = try await ledger.text(
      """
      select string_agg(format(
        case attname when 'position' then $$'nextval(''plain_position'')'$$
          else 'quote_nullable(%I::text)' end, attname), $$ || ', ' || $$ order by attnum)
      \(columns)
      """)
    let row = try await ledger.text("select \(values) from event offset 10 limit 1")
    try "insert into plain_event values (\(row));\n"
      .write(to: insertFile, atomically: true, encoding: .utf8)
  }

  private func psql(_ cluster: Cluster, _ arguments: [String]) throws -> String {
    try Command.run(
      try Command.postgres("psql"),
      cluster.clientArguments + [
        "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--dbname=postgres",
      ] + arguments)
  }
}
