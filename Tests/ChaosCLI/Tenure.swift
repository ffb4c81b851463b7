import ArgumentParser
import Twins

struct Tenure: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Let random lives be counted by the rules and by a naive reading of their text.",
    discussion: """
      Each life is told to both in its own disorder, and both are asked the same: tenure, its \
      days, the rates of commission, also as they were known before. Where they disagree, the \
      question, both answers and all facts are printed. Exit code 1 if they do.
      """)

  @Option(help: "How many lives.")
  var lives = 1_000_000
  @Option(help: "The seed of the lives; by default another each time.")
  var seed = UInt64.random(in: 1...1_000_000)

  func validate() throws {
    guard lives > 0 else { throw ValidationError("--lives is at least 1.") }
  }

  func run() async throws {
    try await RandomLives(trial: TenureTrial(seed: seed), count: lives, seed: seed).run()
  }
}
