/// The tables of `bench coins`.
struct CoinsReport {
  enum Case: String {
    case spend = "spend"
    case bareSpend = "bare row locks"
    case grant = "grant"
    case read = "entitlements"
    case query = "query of 1,000 accounts"
    case bareSelect = "bare select"
    case greeting = "/healthz"
  }

  /// The wanted rates a second by the number of clients.
  private static let spendsMin = [1: 500.0, 16: 2_000, 128: 4_000]
  private static let grantsMin = [1: 350.0, 16: 1_200, 128: 2_000]
  /// The processor time of a lone grant, of the ledger and PostgreSQL.
  private static let grantMicrosecondsMax = 2_000.0
  private static let readTimesMax = 3.0
  private static let queryMillisecondsMax = 50.0

  private var samples = Samples()

  /// Adds the answers of the ledger and their costs.
  mutating func add(_ outcome: Game.Outcome, as what: Case, _ clients: Int) {
    let name = Self.name(what, clients)
    add(rate: outcome.load.rate, outcome.load.latencies, name)
    samples.add("ledger \(name)", outcome.ledger)
    samples.add("postgres \(name)", outcome.postgres)
    if let status = outcome.currentRate { samples.add("standing \(name)", status) }
  }

  mutating func add(_ load: BareLoad, as what: Case, _ clients: Int) {
    add(rate: load.rate, load.latencies, Self.name(what, clients))
  }

  private mutating func add(rate: Double, _ latencies: [Double], _ name: String) {
    samples.add("rate \(name)", rate)
    samples.add("p50 \(name)", latencies.percentile(0.50) * 1_000)
    samples.add("p99 \(name)", latencies.percentile(0.99) * 1_000)
  }

  var text: String { [writes, grants, reads, queries, costs, aims].joined(separator: "\n\n") }

  private static func name(_ what: Case, _ clients: Int) -> String { "\(what.rawValue) \(clients)" }

  private static func title(_ what: Case, _ clients: Int) -> String {
    "\(what.rawValue), \(clients) client\(clients == 1 ? "" : "s")"
  }

  private var writes: String {
    var table = Table("spends", "per second", "p50 ms", "p99 ms", "bare / ledger (range)")
    for clients in CoinsBenchmark.writers {
      addTimes(.spend, clients, times(.bareSpend, .spend, clients), to: &table)
      addTimes(.bareSpend, clients, nil, to: &table)
    }
    return table.text
  }

  private func addTimes(_ what: Case, _ clients: Int, _ ratio: Ratio?, to table: inout Table) {
    let name = Self.name(what, clients)
    table.add(
      Self.title(what, clients), samples.median("rate \(name)").text(),
      samples.median("p50 \(name)").text(2), samples.median("p99 \(name)").text(2), ratio.text)
  }

  /// Returns the rate of the bare case as a multiple of this case's rate.
  private func times(_ bare: Case, _ what: Case, _ clients: Int) -> Ratio? {
    samples.ratio(
      "rate \(Self.name(bare, clients))", to: "rate \(Self.name(what, clients))")
  }

  private var grants: String {
    var table = Table(
      "purchases", "posted a second", "p50 ms", "p99 ms", "in wallets a second",
      "bare / in wallets (range)")
    for clients in CoinsBenchmark.writers {
      let name = Self.name(.grant, clients)
      table.add(
        Self.title(.grant, clients), samples.median("rate \(name)").text(),
        samples.median("p50 \(name)").text(2), samples.median("p99 \(name)").text(2),
        samples.median("standing \(name)").text(),
        currentTimes(clients).text)
    }
    return table.text
  }

  private func currentTimes(_ clients: Int) -> Ratio? {
    samples.ratio(
      "rate \(Self.name(.bareSpend, clients))", to: "standing \(Self.name(.grant, clients))")
  }

  private var reads: String {
    var table = Table(
      "reads", "per second", "p50 ms", "p99 ms", "entitlements' p50 / this (range)",
      "entitlements' p99 / this (range)")
    for clients in CoinsBenchmark.readers {
      for what in [Case.read, .bareSelect, .greeting] {
        let name = Self.name(what, clients)
        table.add(
          Self.title(what, clients), samples.median("rate \(name)").text(),
          samples.median("p50 \(name)").text(3), samples.median("p99 \(name)").text(3),
          what == .read ? "" : slowness("p50", what, clients).text,
          what == .read ? "" : slowness("p99", what, clients).text)
      }
    }
    return table.text
  }

  private var queries: String {
    var table = Table("queries", "per second", "p50 ms", "p99 ms")
    let name = Self.name(.query, 1)
    table.add(
      Self.title(.query, 1), samples.median("rate \(name)").text(),
      samples.median("p50 \(name)").text(2), samples.median("p99 \(name)").text(2))
    return table.text
  }

  private func slowness(_ measure: String, _ other: Case, _ clients: Int) -> Ratio? {
    samples.ratio(
      "\(measure) \(Self.name(.read, clients))", to: "\(measure) \(Self.name(other, clients))")
  }

  private var costs: String {
    var table = Table("processor us", "daicho", "PostgreSQL")
    func add(_ what: Case, _ clients: [Int]) {
      for clients in clients {
        let name = Self.name(what, clients)
        table.add(
          Self.title(what, clients), samples.median("ledger \(name)").text(),
          samples.median("postgres \(name)").text())
      }
    }
    add(.spend, CoinsBenchmark.writers)
    add(.grant, CoinsBenchmark.writers)
    add(.read, CoinsBenchmark.readers)
    add(.query, [1])
    add(.greeting, CoinsBenchmark.readers)
    return table.text
  }

  private var aims: String {
    var table = Table("aim", "wanted", "measured", "")
    func add(_ aim: String, atMost max: Double, _ value: Double?) {
      table.add(
        aim, "<= \(max.text())", value.text(2), value.map { $0 <= max ? "met" : "missed" } ?? "-")
    }
    func add(_ aim: String, atLeast min: Double?, _ value: Double?) {
      guard let min else { return }
      table.add(
        aim, ">= \(min.text())", value.text(), value.map { $0 >= min ? "met" : "missed" } ?? "-")
    }
    for clients in CoinsBenchmark.writers {
      let name = Self.name(.spend, clients)
      add(
        "\(Self.title(.spend, clients)), a second", atLeast: Self.spendsMin[clients],
        samples.median("rate \(name)"))
    }
    for clients in CoinsBenchmark.writers {
      let name = Self.name(.grant, clients)
      add(
        "\(Self.title(.grant, clients)), in wallets a second",
        atLeast: Self.grantsMin[clients], samples.median("standing \(name)"))
    }
    add("processor us of a lone grant", atMost: Self.grantMicrosecondsMax, loneGrantMicroseconds)
    for clients in CoinsBenchmark.readers {
      for measure in ["p50", "p99"] {
        add(
          "\(Self.title(.read, clients)), \(measure) times /healthz's",
          atMost: Self.readTimesMax, slowness(measure, .greeting, clients)?.median)
      }
    }
    add(
      "query of 1,000 accounts, p50 ms", atMost: Self.queryMillisecondsMax,
      samples.median("p50 \(Self.name(.query, 1))"))
    return table.text
  }

  private var loneGrantMicroseconds: Double? {
    let name = Self.name(.grant, 1)
    guard let ledger = samples.median("ledger \(name)"),
      let postgres = samples.median("postgres \(name)")
    else { return nil }
    return ledger + postgres
  }
}
