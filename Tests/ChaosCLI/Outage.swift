import ArgumentParser
import Chaos

struct Outage: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Take the ledger away for four hours of a month; Apple's next attempts and one question must do.",
    discussion: """
      Games post nothing. Some of what was missed comes by Apple's second attempts, and the rest when \
      `daicho reconcile run` is said once. Exit code 1 if something is missing or not true.
      """)

  @OptionGroup var month: MonthOptions

  func run() async throws {
    try await month.live(OutageTrial.self)
  }
}
