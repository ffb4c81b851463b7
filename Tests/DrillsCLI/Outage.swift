import ArgumentParser
import Drills

struct Outage: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Stop the ledger for four hours of a month; Apple's next attempts and one request must do.",
    discussion: """
      Games post nothing. Some of the missed notifications come by Apple's second attempts, and \
      the rest when `daicho reconcile run` runs once. Exit code 1 if something is missing or not \
      true.
      """)

  @OptionGroup var month: MonthOptions

  func run() async throws {
    try await month.live(OutageDrill.self)
  }
}
