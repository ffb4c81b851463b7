import ArgumentParser

struct RebuildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebuild",
    abstract: "All projections built again beside the live ones, of a long log and of a tenth.",
    discussion: """
      The logs hold copies of some hundred lives. Each round rebuilds all projections of both with \
      `daicho projections rebuild --all --no-switch` and drops them again.
      """)

  @OptionGroup var options: BenchmarkOptions

  @Option(help: "Events in the larger log (10000000; 200000 with --quick).")
  var events: Int?

  func validate() throws {
    if let events, events < 100_000 { throw ValidationError("--events takes 100000 or more.") }
  }

  func run() async throws {
    try await RebuildBenchmark(options, events: events).run()
  }
}
