import ArgumentParser

struct ReportsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reports",
    abstract: "The close of a month of a long log and of a tenth, beside plain sums in SQL.",
    discussion: """
      The logs hold copies of some hundred lives. Each round closes the next month, which makes and keeps \
      all of its reports, and then prints each report again: the kept one, and computed anew.
      """)

  @OptionGroup var options: BenchmarkOptions

  @Option(help: "Events in the larger log (10000000; 200000 with --quick).")
  var events: Int?

  @Option(
    parsing: .upToNextOption, help: "The logs to measure: small, large, hard; by default all.")
  var logs = ReportsBenchmark.LogName.allCases

  func validate() throws {
    if let events, events < 100_000 { throw ValidationError("--events takes 100000 or more.") }
  }

  func run() async throws {
    try await ReportsBenchmark(options, events: events, of: logs).run()
  }
}

extension ReportsBenchmark.LogName: ExpressibleByArgument {}
