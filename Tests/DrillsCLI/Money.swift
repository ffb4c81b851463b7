import ArgumentParser
import ReferenceModels

struct Money: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Keep the books of random lives by the rules and by a reference model.",
    discussion: """
      The journal takes each life in its own disorder. Its sums and those of the reference model are \
      compared at some moments, by everything known at the end and as the books were known before; every \
      entry must balance and name its events. Where the two disagree, the question, both answers and all \
      facts are printed. Exit code 1 if they do.
      """)

  @Option(help: "How many lives.")
  var lives = 1_000_000
  @Option(help: "The seed of the lives; by default another each time.")
  var seed = UInt64.random(in: 1...1_000_000)

  func validate() throws {
    guard lives > 0 else { throw ValidationError("--lives is at least 1.") }
  }

  func run() async throws {
    try await RandomLives(drill: JournalDrill(seed: seed), count: lives, seed: seed).run()
  }
}
