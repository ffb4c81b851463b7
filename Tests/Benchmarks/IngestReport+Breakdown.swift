extension IngestReport {
  /// The processor time of a notification at 128 clients without projector, part by part.
  var breakdown: String {
    var table = Table("processor time of a notification", "us", "share")
    let ledger = samples.median("ledger alone") ?? 0
    let postgres = samples.median("postgres alone") ?? 0
    let client = samples.median("client alone") ?? 0
    let total = ledger + postgres + client
    func add(_ name: String, _ microseconds: Double) {
      table.add(name, microseconds.text(), "\((microseconds / total * 100).text(1)) %")
    }
    var known = 0.0
    for name in Self.stages {
      guard let microseconds = samples.median(name) else {
        table.add(name, "not measured", "-")
        continue
      }
      add(name, microseconds)
      known += microseconds
    }
    let http = samples.median("HTTP") ?? 0
    add("HTTP (a rejected POST as long)", http)
    add("the rest of daicho", ledger - known - http)
    add("PostgreSQL", postgres)
    add("load client", client)
    add("all", total)
    return table.text + "\n\n" + projection
  }

  /// The additional cost of the projector, until it has caught up.
  private var projection: String {
    var table = Table("projecting it, later", "us")
    table.add("daicho", difference("ledger 128", "ledger alone").text())
    table.add("PostgreSQL", difference("postgres 128", "postgres alone").text())
    return table.text
  }

  private func difference(_ name: String, _ other: String) -> Double? {
    zip(samples.all(name), samples.all(other)).map { $0 - $1 }.median
  }

  var aims: String {
    var table = Table("aim", "wanted", "measured", "")
    func add(
      _ aim: String, _ wanted: String, _ value: Double?, _ digits: Int, _ isMet: (Double) -> Bool
    ) {
      table.add(aim, wanted, value.text(digits), value.map { isMet($0) ? "met" : "missed" } ?? "-")
    }
    add("128 clients of bare ES256", ">= 0.30", samples.ratio("rate 128", to: "bare")?.median, 2) {
      $0 >= 0.3
    }
    add(
      "the same with --only http", ">= 0.38", samples.ratio("rate alone", to: "bare")?.median, 2
    ) { $0 >= 0.38 }
    add("p99 at 16 clients, ms", "< 25", samples.median("p99 16"), 1) { $0 < 25 }
    add("memory of daicho, MB", "< 200", samples.median("memory").map { $0 / 1e6 }, 0) { $0 < 200 }
    let timesRecorder = IngestBenchmark.pythonProcesses
      .compactMap { samples.ratio("rate 128", to: "python \($0)")?.median }.min()
    add("notifications, times the recorder's events", ">= 3", timesRecorder, 2) { $0 >= 3 }
    add("bytes stored per notification", "<= 1500", samples.median("bytes"), 0) { $0 <= 1_500 }
    return table.text
  }
}
