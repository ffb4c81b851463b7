import ArgumentParser
import ReferenceModels
import ReportDrills

struct Money: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Keep the books and reports of random lives by the rules and by reference models.",
    discussion: """
      The journal takes each life in its own disorder. Its sums and those of the reference model are \
      compared at some moments, by everything known at the end and as the books were known before; every \
      entry must balance and name its events. Then crowds of lives are recorded in a PostgreSQL of their own, \
      months are closed while facts still arrive, and the reports are compared with models of them, in every \
      format. Where the two disagree, the question and both answers are printed. Exit code 1 if they do.
      """)

  @Option(help: "How many lives of the journal.")
  var lives = 1_000_000
  @Option(help: "How many crowds whose reports are compared.")
  var crowds = 100
  @Option(help: "The seed of the lives; by default another each time.")
  var seed = UInt64.random(in: 1...1_000_000)

  func validate() throws {
    guard lives >= 0, crowds >= 0, lives + crowds > 0 else {
      throw ValidationError("--lives and --crowds are at least 0, and one of them is more.")
    }
  }

  func run() async throws {
    try await compareReports()
    if lives > 0 {
      try await RandomLives(drill: JournalDrill(seed: seed), count: lives, seed: seed).run()
    }
  }

  private func compareReports() async throws {
    StandardOutput.tell("--crowds \(crowds) --seed \(seed)")
    let drill = ReportDrill(seed: seed)
    var result = ReportDrillResult()
    for crowd in 0..<crowds {
      let own = try await drill.run(crowd)
      for sentence in own.disagreements { StandardOutput.tell("crowd \(crowd): \(sentence)") }
      result.add(own)
    }
    for line in result.table { StandardOutput.tell(line) }
    StandardOutput.tell(
      "\(crowds) crowds, \(result.questions) questions, \(result.disagreements.count) disagreements"
    )
    if !result.disagreements.isEmpty { throw ExitCode.failure }
  }
}
