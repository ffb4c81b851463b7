import ArgumentParser
import ReferenceModels

struct Coins: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Grant and spend random purchases by the rules and by a reference model.",
    discussion: """
      The rules decide on each life at random moments while its events arrive. The rules and the \
      reference model answer the same questions: what is due, what waits, what was taken back, \
      what a wallet holds and answers. Every second life is narrated again in another order. Where \
      the two disagree, the question, both answers and everything recorded are printed. Exit code \
      1 if they do.
      """)

  @Option(help: "How many lives.")
  var lives = 1_000_000
  @Option(help: "The seed of the lives; by default another each time.")
  var seed = UInt64.random(in: 1...1_000_000)

  func validate() throws {
    guard lives > 0 else { throw ValidationError("--lives is at least 1.") }
  }

  func run() async throws {
    try await RandomLives(drill: CoinsDrill(seed: seed), count: lives, seed: seed).run()
  }
}
