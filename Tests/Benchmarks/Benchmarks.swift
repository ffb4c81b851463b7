import ArgumentParser

@main
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure what the ledger's work costs.",
    discussion: "Every case runs once a round, so that all suffer the same weather; medians count.",
    subcommands: [
      IngestCommand.self, VerifyCommand.self, ScaleCommand.self, TenureCommand.self,
      RebuildCommand.self, ReportsCommand.self, CoinsCommand.self, ReceiptsCommand.self,
    ])
}

struct BenchmarkOptions: ParsableArguments {
  @Flag(help: "One short round: to see that it runs, not to quote.")
  var quick = false

  @Option(help: ArgumentHelp("The ledger's executable, built for release.", valueName: "file"))
  var daicho: String

  @Option(help: ArgumentHelp("An empty folder for clusters and logs.", valueName: "folder"))
  var work: String

  @Option(help: ArgumentHelp("A Python with the libraries to compare with.", valueName: "file"))
  var python: String?

  @Option(help: ArgumentHelp("Where the Python programs lie.", valueName: "folder"))
  var pythonPrograms: String
}

/// The reason why a benchmark ended without a result.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
