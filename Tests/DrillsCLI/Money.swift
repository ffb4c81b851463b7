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
      format; each crowd of customers is followed by one of players with coins, and by one of customers whose \
      events are rare in random lives. With --mutations the models err instead, and each error must be found by a \
      question. Where the two disagree, the question and both answers are printed. Exit code 1 if they do.
      """)

  @Option(help: "How many lives of the journal.")
  var lives = 1_000_000
  @Option(help: "How many crowds whose reports are compared.")
  var crowds = 100
  @Option(help: "The number of the first crowd.")
  var first = 0
  @Option(help: "How many lives are in one random crowd.")
  var crowdSize = 10
  @Flag(help: "Look for questions that find plausible errors in the models, and do nothing else.")
  var mutations = false
  @Option(help: "The seed of the lives; by default another each time.")
  var seed = UInt64.random(in: 1...1_000_000)

  func validate() throws {
    guard lives >= 0, crowds >= 0, lives + crowds > 0 else {
      throw ValidationError("--lives and --crowds are at least 0, and one of them is more.")
    }
    guard first >= 0 else { throw ValidationError("--first is at least 0.") }
    guard crowdSize > 0 else { throw ValidationError("--crowd-size is at least 1.") }
  }

  func run() async throws {
    guard !mutations else { return try await findMutations() }
    try await compareReports()
    if lives > 0 {
      try await RandomLives(drill: JournalDrill(seed: seed), count: lives, seed: seed).run()
    }
  }

  private func compareReports() async throws {
    StandardOutput.tell("\(choice) --seed \(seed)")
    var result = ReportDrillResult()
    for (number, crowd) in all {
      let own = try await ReportDrill(seed: seed, of: crowd, lives: crowdSize).run(number)
      for sentence in own.disagreements {
        StandardOutput.tell("crowd \(number) of \(crowd): \(sentence)")
      }
      result.add(own)
    }
    for line in result.table { StandardOutput.tell(line) }
    for gap in result.gaps { StandardOutput.tell("not compared: \(gap)") }
    let cells = result.cells.values.reduce(0, +)
    StandardOutput.tell(
      """
      \(crowds) crowds, \(result.questions) questions, \(cells) cells, \
      \(result.cells.count) of \(ReportDrillResult.Kind.all.count) kinds of questions, \
      \(result.disagreements.count) disagreements
      """)
    if !result.disagreements.isEmpty { throw ExitCode.failure }
  }

  /// The options that choose the crowds.
  private var choice: String { "--crowds \(crowds) --first \(first) --crowd-size \(crowdSize)" }

  private var all: [(number: Int, crowd: ReportDrill.Crowd)] {
    (first..<first + crowds).flatMap { number in ReportDrill.Crowd.allCases.map { (number, $0) } }
  }

  private func findMutations() async throws {
    StandardOutput.tell("--mutations \(choice) --seed \(seed)")
    var rest = ReportMutation.allCases
    for (number, crowd) in all where !rest.isEmpty {
      let drill = ReportDrill(seed: seed, of: crowd, lives: crowdSize)
      let found = try await drill.findings(of: rest, number)
      for (mutation, question) in found.sorted(by: { $0.key.description < $1.key.description }) {
        StandardOutput.tell("\(mutation): crowd \(number) of \(crowd), \(question)")
      }
      rest.removeAll { found[$0] != nil }
    }
    for mutation in rest { StandardOutput.tell("\(mutation): not found") }
    if !rest.isEmpty { throw ExitCode.failure }
  }
}
