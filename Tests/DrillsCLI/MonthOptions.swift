import ArgumentParser
import Drills
import Foundation

/// The options of a month in which the ledger does not receive everything in time.
struct MonthOptions: ParsableArguments {
  @Option(help: "How many customers.")
  var customers = 600
  @Option(help: "The seed of their lives; by default another each time.")
  var seed = UInt64.random(in: 1...1_000_000)
  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    guard customers > 0 else { throw ValidationError("--customers is at least 1.") }
  }

  /// Runs the drill and prints its figures. Throws when the report is not whole.
  func live(_ drill: (some MonthDrill).Type) async throws {
    let home = ledger.home
    StandardOutput.tell("--customers \(customers) --seed \(seed), home \(home.path)")
    let setting = try MonthSetting(
      binary: ledger.program, home: home, port: ledger.port, customers: customers, seed: seed)
    let report = try await drill.init(setting).run()
    for difference in report.differences.prefix(50) { StandardOutput.tell(difference) }
    StandardOutput.tell(figures(of: report))
    guard report.isWhole else { throw ExitCode.failure }
    try FileManager.default.removeItem(at: home)
  }

  private func figures(of report: MonthReport) -> String {
    """
    \(report.notifications) notifications, \(report.failed) of them had not arrived; one \
    request for Apple's history repaired \(report.status.repaired). Completeness \
    \(report.status.completenessPercent) %. \(report.customers) customers were asked about, \
    \(report.differences.count) answers are not true.
    """
  }
}
