import ArgumentParser
import Twins

struct Coins: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Let random purchases be granted and spent by the rules and by a naive reading.",
    discussion: """
      Each life is decided on by the rules as it is told, at random moments, and both are asked the \
      same: what is due, what waits, what was taken back, what a wallet holds and answers. Every \
      second life is told once more in another order. Where they disagree, the question, both \
      answers and everything recorded are printed. Exit code 1 if they do.
      """)

  @Option(help: "How many lives.")
  var lives = 1_000_000
  @Option(help: "The seed of the lives; by default another each time.")
  var seed = UInt64.random(in: 1...1_000_000)

  func validate() throws {
    guard lives > 0 else { throw ValidationError("--lives is at least 1.") }
  }

  func run() async throws {
    try await RandomLives(trial: CoinsTrial(seed: seed), count: lives, seed: seed).run()
  }
}
