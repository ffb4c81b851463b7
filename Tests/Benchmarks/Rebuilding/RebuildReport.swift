/// The tables of `bench rebuild`.
struct RebuildReport {
  private static let phases = ["reading", "indexing", "catching up", "comparing"]

  let samples: Samples
  let logs: [(name: String, events: Double)]

  var text: String { [rates, phases, aims].joined(separator: "\n\n") }

  private var rates: String {
    var table = Table(["events a second"] + logs.map { "\($0.events.text()) events" })
    for (title, name) in [
      ("all projections, until they are level and compared", "rate"),
      ("all projections, reading the log", "read"),
      ("(a) COPY of the same columns to /dev/null, on all cores", "copy"),
      ("(b) a row a query, with the same folds, on one connection", "rows"),
    ] {
      table.add([title] + logs.map { samples.median("\(name) \($0.name)").text() })
    }
    table.add(
      ["(c) Python's `eventsourcing`, its own store"]
        + logs.map { $0.name == "large" ? samples.median("python").text() : "" })
    return table.text
  }

  private var phases: String {
    var table = Table(["of a rebuild"] + logs.map { "\($0.events.text()) events" })
    for phase in Self.phases {
      table.add(["\(phase), s"] + logs.map { samples.median("\(phase) \($0.name)").text(1) })
    }
    for (title, name) in [
      ("processor us an event, daicho", "daicho"),
      ("processor us an event, PostgreSQL", "postgres"),
    ] {
      table.add([title] + logs.map { samples.median("\(name) \($0.name)").text(1) })
    }
    table.add(
      ["peak memory of daicho, MB"]
        + logs.map { samples.median("memory \($0.name)").map { $0 / 1e6 }.text() })
    return table.text
  }

  private var aims: String {
    var table = Table(["aim", "wanted", "measured", ""])
    func add(
      _ aim: String, _ wanted: String, _ value: Double?, _ digits: Int, _ isMet: (Double) -> Bool
    ) {
      table.add([
        aim, wanted, value.text(digits), value.map { isMet($0) ? "met" : "missed" } ?? "-",
      ])
    }
    add("events a second, all projections", ">= 150000", samples.median("rate large"), 0) {
      $0 >= 150_000
    }
    add("of (a)", ">= 0.35", samples.ratio("rate large", to: "copy large")?.median, 2) {
      $0 >= 0.35
    }
    add("times (c)", ">= 10", samples.ratio("rate large", to: "python")?.median, 1) { $0 >= 10 }
    add("peak memory, MB", "< 512", samples.median("memory large").map { $0 / 1e6 }, 0) {
      $0 < 512
    }
    add(
      "peak memory, large of small", "<= 1.2",
      samples.ratio("memory large", to: "memory small")?.median, 2
    ) { $0 <= 1.2 }
    return table.text
  }
}
