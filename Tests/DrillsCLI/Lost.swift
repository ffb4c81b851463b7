import ArgumentParser
import Drills

struct Lost: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Lose one in five of a month's notifications; one look into Apple's history must find all.",
    discussion: """
      Games post nothing. Then `daicho reconcile run` runs once: the ledger must report that it \
      has all of Apple's notifications, and answer truthfully about every customer. Exit code 1 \
      otherwise.
      """)

  @OptionGroup var month: MonthOptions

  func run() async throws {
    try await month.live(LostDrill.self)
  }
}
