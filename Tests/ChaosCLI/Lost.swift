import ArgumentParser
import Chaos

struct Lost: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Lose one in five of a month's notifications; one question for Apple's history must bring all.",
    discussion: """
      Games post nothing. Then `daicho reconcile run` is said once: the ledger must say that all of Apple's \
      notifications are here, and tell the truth of everybody. Exit code 1 otherwise.
      """)

  @OptionGroup var month: MonthOptions

  func run() async throws {
    try await month.live(LostTrial.self)
  }
}
