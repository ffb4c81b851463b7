import Foundation

/// The tables of `bench ingest`.
struct IngestReport {
  static let stages = ["verify (3 signatures)", "JSON (body and 3 payloads)", "evidence packing"]

  var samples = Samples()
  var eventsPerNotification = 1.0
  private var tables: Set<String> = []

  mutating func add(_ outcome: Posting.Outcome, as name: String) {
    let load = outcome.load
    samples.add("rate \(name)", load.rate)
    samples.add("p50 \(name)", load.percentile(0.50))
    samples.add("p90 \(name)", load.percentile(0.90))
    samples.add("p99 \(name)", load.percentile(0.99))
    samples.add("ledger \(name)", outcome.ledger)
    samples.add("postgres \(name)", outcome.postgres)
    samples.add("client \(name)", load.processorSeconds / load.count * 1e6)
  }

  /// Adds the run at 128 clients without projector, the only one whose bytes and microseconds
  /// belong to ingestion alone.
  mutating func addAlone(_ outcome: Posting.Outcome) {
    add(outcome, as: "alone")
    samples.add("received", outcome.received)
    samples.add("log bytes", outcome.logBytes)
    samples.add("bytes", outcome.growth.values.reduce(0, +))
    for (table, bytes) in outcome.growth {
      tables.insert(table)
      samples.add("bytes of \(table)", bytes)
    }
  }

  var text: String {
    [rates, comparisons, breakdown, storage, aims].joined(separator: "\n\n")
  }

  private var rates: String {
    var table = Table(
      "notifications through HTTP", "per second", "p50 ms", "p90 ms", "p99 ms", "of (a)")
    for clients in IngestBenchmark.clients {
      addRate("\(clients) clients", "\(clients)", to: &table)
    }
    addRate("128 clients, --only http", "alone", to: &table)
    return table.text
  }

  private func addRate(_ title: String, _ name: String, to table: inout Table) {
    table.add(
      title, samples.median("rate \(name)").text(), samples.median("p50 \(name)").text(2),
      samples.median("p90 \(name)").text(2), samples.median("p99 \(name)").text(2),
      samples.ratio("rate \(name)", to: "bare").text)
  }

  /// The ledger's rate at 128 clients in the unit of each comparison: notifications or event rows.
  private var comparisons: String {
    var table = Table("beside it", "unit", "per second", "ledger at 128 clients / this")
    table.add(
      "(a) bare ES256 on \(Machine.cores) cores", "3 signatures", samples.median("bare").text(),
      samples.ratio("rate 128", to: "bare").text)
    for clients in IngestBenchmark.plainClients {
      addRows("(b) pgbench, 1 row a commit, \(clients) clients", "single \(clients)", to: &table)
    }
    for size in IngestBenchmark.batches {
      addRows("(b) psql COPY, \(size) rows a commit", "batch \(size)", to: &table)
    }
    for processes in IngestBenchmark.pythonProcesses {
      let name = "python \(processes)"
      guard samples.median(name) != nil else {
        table.add("(c) eventsourcing, \(processes) processes", "event", "not available here", "-")
        continue
      }
      table.add(
        "(c) eventsourcing, \(processes) processes", "event", samples.median(name).text(),
        samples.ratio("rate 128", to: name).text)
    }
    return table.text
      + "\nA notification is \(eventsPerNotification.text(1)) event rows in the ledger."
  }

  private func addRows(_ title: String, _ name: String, to table: inout Table) {
    let ratio = samples.ratio("rate 128", to: name).map {
      Ratio(
        median: $0.median * eventsPerNotification, low: $0.low * eventsPerNotification,
        high: $0.high * eventsPerNotification)
    }
    table.add(title, "event row", samples.median(name).text(), ratio.text)
  }

  private var storage: String {
    var table = Table("kept of a notification", "bytes")
    table.add("received", samples.median("received").text())
    for name in tables.sorted() { table.add(name, samples.median("bytes of \(name)").text()) }
    table.add("all, with indexes", samples.median("bytes").text())
    table.add("write-ahead log", samples.median("log bytes").text())
    return table.text
  }
}
