import Foundation

/// The measurements of one run of pgbench.
struct BareLoad {
  /// Transactions a second.
  let rate: Double
  /// The latencies in seconds, the shortest first.
  let latencies: [Double]
}

/// The rows of a spend and of a read in PostgreSQL alone, without a ledger around them: in the same
/// cluster, equally durable.
@MainActor
struct BareRows {
  private let cluster: Cluster
  private let folder: URL

  /// Creates the tables with so many rows to choose from.
  init(_ cluster: Cluster, rows: Int, folder: URL) async throws {
    self.cluster = cluster
    self.folder = folder
    try await cluster.run(
      """
      create schema bare;
      create table bare.balance (id integer primary key, balance bigint not null);
      insert into bare.balance select id, 1000000000 from generate_series(1, \(rows)) as id;
      create table bare.entry (
        id bigint generated always as identity primary key, account integer not null,
        amount bigint not null, booked_at timestamptz not null default now());
      create table bare.answer (id integer primary key, answer text not null);
      insert into bare.answer
        select id, repeat(md5(id::text), 20) from generate_series(1, \(rows)) as id;
      analyze bare.balance, bare.answer
      """)
    try write(
      """
      \\set id random(1, \(rows))
      begin;
      select balance from bare.balance where id = :id for update;
      update bare.balance set balance = balance - 1 where id = :id;
      insert into bare.entry (account, amount) values (:id, -1);
      commit;

      """, spendFile)
    try write(
      """
      \\set id random(1, \(rows))
      select * from bare.answer where id = :id;

      """, selectFile)
  }

  /// Measures one durable transaction that locks a row, changes it, and inserts an entry beside it.
  func spend(clients: Int, seconds: Double) throws -> BareLoad {
    try measure(spendFile, clients, seconds)
  }

  /// Measures a prepared read of one row of 640 bytes by its primary key.
  func select(clients: Int, seconds: Double) throws -> BareLoad {
    try measure(selectFile, clients, seconds)
  }

  private var spendFile: URL { folder.appending(path: "bare-spend.sql") }
  private var selectFile: URL { folder.appending(path: "bare-select.sql") }

  private func write(_ script: String, _ file: URL) throws {
    try script.write(to: file, atomically: true, encoding: .utf8)
  }

  private func measure(_ script: URL, _ clients: Int, _ seconds: Double) throws -> BareLoad {
    let logs = folder.appending(path: "pgbench")
    try FileManager.default.createDirectory(at: logs, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: logs) }  // the whole folder goes at the end
    let output = try Command.run(
      try Command.postgres("pgbench"),
      cluster.clientArguments + [
        "--no-vacuum", "--protocol=prepared", "--client=\(clients)",
        "--jobs=\(min(clients, Machine.cores))", "--time=\(Int(seconds.rounded(.up)))", "--log",
        "--log-prefix=\(logs.appending(path: "log").path)", "--file=\(script.path)", "postgres",
      ])
    guard let line = output.split(separator: "\n").first(where: { $0.hasPrefix("tps =") }),
      let rate = line.split(separator: " ").compactMap({ Double($0) }).first
    else { throw BenchmarkFailure("pgbench did not print its rate.") }
    return BareLoad(rate: rate, latencies: try latencies(in: logs))
  }

  /// Returns the latencies of pgbench's logs, in ascending order. The third column of each line has
  /// microseconds.
  private func latencies(in logs: URL) throws -> [Double] {
    let files = try FileManager.default.contentsOfDirectory(
      at: logs, includingPropertiesForKeys: nil)
    return try files.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
        line.split(separator: " ").dropFirst(2).first.flatMap { Double($0) }.map { $0 / 1e6 }
      }
    }
    .sorted()
  }
}
