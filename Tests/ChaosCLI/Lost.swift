import ArgumentParser
import Chaos
import Foundation

struct Lost: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Lose one in five of a month's notifications; one question for Apple's history must bring all.",
    discussion: """
      Games post nothing. Then `daicho reconcile run` is said once: the ledger must say that all of Apple's \
      notifications are here, and tell the truth of everybody. Exit code 1 otherwise.
      """)

  @Option(help: "How many customers.")
  var customers = 200
  @Option(help: "The seed of their lives; by default another each time.")
  var seed = UInt64.random(in: 1...1_000_000)
  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    guard customers > 0 else { throw ValidationError("--customers is at least 1.") }
  }

  func run() async throws {
    let home = ledger.home
    StandardOutput.tell("--customers \(customers) --seed \(seed), home \(home.path)")
    let trial = try LostTrial(
      binary: ledger.program, home: home, port: ledger.port, customers: customers, seed: seed)
    let report = try await trial.run()
    for difference in report.differences.prefix(50) { StandardOutput.tell(difference) }
    StandardOutput.tell(MonthFigures(report: report).text)
    guard report.isWhole else { throw ExitCode.failure }
    try FileManager.default.removeItem(at: home)
  }
}
