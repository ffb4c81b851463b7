import ArgumentParser
import ReferenceModels

struct Tenure: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Count random lives by the rules and by a reference model of their text.",
    discussion: """
      The rules and the reference model receive each life in its own disorder and answer the same \
      questions: tenure, its days, the rates of commission, also as they were known before. Where \
      the two disagree, the question, both answers and all facts are printed. Exit code 1 if they \
      do.
      """)

  @Option(help: "How many lives.")
  var lives = 1_000_000
  @Option(help: "The seed of the lives; by default another each time.")
  var seed = UInt64.random(in: 1...1_000_000)

  func validate() throws {
    guard lives > 0 else { throw ValidationError("--lives is at least 1.") }
  }

  func run() async throws {
    try await RandomLives(drill: TenureDrill(seed: seed), count: lives, seed: seed).run()
  }
}
