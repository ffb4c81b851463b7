import ArgumentParser
import Drills
import Foundation

struct Older: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell ledgers of the same lives by signed transactions and by Apple's older sources.",
    discussion: """
      One ledger hears of signed transactions; others of receipts, verifyReceipt, notifications of \
      version 1 or mixtures. Where trust allows, all must answer alike; where not, they must answer \
      nothing. Each ledger listens on a port of its own, from --port on. Exit code 1 if one answer differs.
      """)

  @Option(help: "How many customers.")
  var customers = 30
  @Option(help: "The lives: simple or full.")
  var lives = ToldLives.simple
  @Option(help: "The length of the lives in days.")
  var days = 730
  @Option(help: "The seed of the lives; by default another each time.")
  var seed = UInt64.random(in: 1...1_000_000)
  @Option(help: "The day on which the lives end, days since 1970; with the seed it repeats them.")
  var ending = LivesDrill.yesterdaysEnd / 86_400_000
  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    guard customers > 0 else { throw ValidationError("--customers is at least 1.") }
    guard days > 0 else { throw ValidationError("--days is at least 1.") }
  }

  func run() async throws {
    let home = ledger.home
    StandardOutput.tell(
      "--customers \(customers) --lives \(lives.rawValue) --days \(days) --seed \(seed) --ending \(ending), "
        + "home \(home.path)")
    let drill = try OlderSourcesDrill(
      binary: ledger.program, home: home,
      ports: (0..<OlderSourcesDrill.ledgers).map { ledger.port + $0 }, lives: lives,
      customers: customers,
      days: days, seed: seed, ending: ending * 86_400_000)
    let report = try await drill.run()
    for difference in report.differences.prefix(50) { StandardOutput.tell(difference) }
    let sentences = report.sentences.sorted { $0.key < $1.key }
      .map { "\($0.value) of \($0.key)" }.joined(separator: ", ")
    StandardOutput.tell(
      "\(report.customers) customers, \(report.charges) charges, \(OlderSourcesDrill.ledgers) ledgers; "
        + "compared with \(sentences): \(report.differences.count) answers differ.")
    guard report.differences.isEmpty else { throw ExitCode.failure }
    try FileManager.default.removeItem(at: home)
  }
}

extension ToldLives: ExpressibleByArgument {}
