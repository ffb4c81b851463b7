import AppStoreSimulator
import ArgumentParser
import Foundation

struct ReceiptsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receipts",
    abstract: "App receipts verified per second and core, beside OpenSSL, and version 1 over HTTP.")

  @OptionGroup var options: BenchmarkOptions

  func run() async throws {
    try await ReceiptsBenchmark(options).run()
  }
}

/// A benchmark of Apple's older sources, with every case once a round.
@MainActor
struct ReceiptsBenchmark {
  /// The numbers of purchases in the receipts.
  private static let lengths = [1, 30, 400]
  private static let clients = [1, 16, 128]
  /// The number of transactions in the longer notifications.
  private static let longBody = 12

  private let options: BenchmarkOptions
  private let rounds: Int
  private let seconds: Double
  private let work: URL

  init(_ options: BenchmarkOptions) {
    self.options = options
    rounds = options.quick ? 1 : 5
    seconds = options.quick ? 0.5 : 2
    work = URL(filePath: options.work)
  }

  func run() async throws {
    let press = try ReceiptPress(folder: work)
    let cluster = try await Cluster(home: work.appending(path: "ledger"))
    say(try await Machine.facts(cluster) + "\n")
    let files = try Self.lengths.map { try ReceiptFile(purchases: $0, press, folder: work) }
    let server = try await LedgerServer(
      options.daicho, home: cluster.home, root: press.rootFile, accepting: press.settings)
    let posting = LegacyPosting(server: server, cluster: cluster, press: press)
    try posting.warmUp()
    var samples = Samples()
    for round in 1...rounds {
      say("round \(round) of \(rounds), load average \(Machine.loadAverage)")
      try verify(files, &samples)
      for clients in Self.clients {
        try await post(posting, clients: clients, transactions: 1, &samples)
      }
      try await post(posting, clients: 16, transactions: Self.longBody, &samples)
    }
    let tables = verified(samples, files) + [posted(samples)]
    say("\n" + tables.map(\.text).joined(separator: "\n\n"))
    server.stop()
    await cluster.stop()
  }

  /// Verifies each receipt here, by OpenSSL in this process, and by the program `openssl`.
  private func verify(_ files: [ReceiptFile], _ samples: inout Samples) throws {
    for file in files {
      let verification = try ReceiptVerification(file)
      samples.add("daicho \(file.purchases)", try verification.verified(seconds: seconds))
      samples.add("cold \(file.purchases)", try verification.verifiedCold(seconds: seconds))
      samples.add("cms \(file.purchases)", try verification.verifiedByOpenSSL(seconds: seconds))
      let program = OpenSSLProgram(file)
      samples.add("program \(file.purchases)", try program.verification(seconds: seconds))
      samples.add("process \(file.purchases)", try program.process(seconds: seconds))
    }
  }

  private func post(
    _ posting: LegacyPosting, clients: Int, transactions: Int, _ samples: inout Samples
  ) async throws {
    let outcome = try await posting.measure(
      clients: clients, transactions: transactions, seconds: seconds)
    let name = "\(clients) \(transactions)"
    samples.add("rate \(name)", outcome.load.rate)
    samples.add("p50 \(name)", outcome.load.percentile(0.50))
    samples.add("p99 \(name)", outcome.load.percentile(0.99))
    samples.add("ledger \(name)", outcome.ledger)
    samples.add("postgres \(name)", outcome.postgres)
  }

  /// The same bytes on one core by each side. Only Daicho decodes the purchases. With its chain known,
  /// it verifies the signature alone, as a server does for all receipts of a signer but the first.
  private func verified(_ samples: Samples, _ files: [ReceiptFile]) -> [Table] {
    var times = Table(
      "receipts, one core, us", "bytes", "Daicho, chain known", "Daicho, chain new",
      "CMS_verify", "openssl cms -verify", "of it start")
    var rates = Table(
      "receipts, one core", "Daicho per second", "openssl cms -verify per second",
      "times as fast", "without start", "as CMS_verify (range)", "chain new (range)")
    for file in files {
      let name = "\(file.purchases)"
      let (own, program) = (samples.median("daicho \(name)"), samples.median("program \(name)"))
      let net = zip(samples.all("program \(name)"), samples.all("process \(name)")).map { $0 - $1 }
      let ratio = zip(net, samples.all("daicho \(name)")).map { $0 / $1 }
      times.add(
        "\(name) purchases", "\(file.contents.count)", own.text(),
        samples.median("cold \(name)").text(), samples.median("cms \(name)").text(),
        program.text(), samples.median("process \(name)").text())
      rates.add(
        "\(name) purchases", own.map { 1e6 / $0 }.text(), program.map { 1e6 / $0 }.text(),
        samples.ratio("program \(name)", to: "daicho \(name)").text, ratio.median.text(2),
        samples.ratio("cms \(name)", to: "daicho \(name)").text,
        samples.ratio("cms \(name)", to: "cold \(name)").text)
    }
    return [times, rates]
  }

  private func posted(_ samples: Samples) -> Table {
    var table = Table(
      "version 1 through HTTP", "per second", "p50 ms", "p99 ms", "daicho, us", "PostgreSQL, us")
    for (clients, transactions) in Self.clients.map({ ($0, 1) }) + [(16, Self.longBody)] {
      let name = "\(clients) \(transactions)"
      table.add(
        "\(clients) clients, \(transactions) transactions a body",
        samples.median("rate \(name)").text(), samples.median("p50 \(name)").text(2),
        samples.median("p99 \(name)").text(2), samples.median("ledger \(name)").text(),
        samples.median("postgres \(name)").text())
    }
    return table
  }
}
