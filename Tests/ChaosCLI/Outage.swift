import ArgumentParser
import Chaos
import Foundation

struct Outage: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Take the ledger away for four hours of a month; Apple's next attempts and one question must do.",
    discussion: """
      Games post nothing. Some of what was missed comes by Apple's second attempts, and the rest when \
      `daicho reconcile run` is said once. Exit code 1 if something is missing or not true.
      """)

  @Option(help: "How many customers.")
  var customers = 600
  @Option(help: "The seed of their lives; by default another each time.")
  var seed = UInt64.random(in: 1...1_000_000)
  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    guard customers > 0 else { throw ValidationError("--customers is at least 1.") }
  }

  func run() async throws {
    let home = ledger.home
    StandardOutput.tell("--customers \(customers) --seed \(seed), home \(home.path)")
    let trial = try OutageTrial(
      binary: ledger.program, home: home, port: ledger.port, customers: customers, seed: seed)
    let report = try await trial.run()
    for difference in report.differences.prefix(50) { StandardOutput.tell(difference) }
    StandardOutput.tell(MonthFigures(report: report).text)
    guard report.isWhole else { throw ExitCode.failure }
    try FileManager.default.removeItem(at: home)
  }
}
