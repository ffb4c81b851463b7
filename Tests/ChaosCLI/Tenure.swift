import ArgumentParser
import Foundation
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
    StandardOutput.tell("--lives \(lives) --seed \(seed)")
    let clock = ContinuousClock()
    let start = clock.now
    var (announced, shown) = (0, 0)
    let workers = ProcessInfo.processInfo.activeProcessorCount
    let report = await TenureTrial(seed: seed).run(lives, workers: workers) { report in
      for disagreement in report.disagreements.dropFirst(shown) {
        StandardOutput.tell("\(disagreement)")
      }
      shown = report.disagreements.count
      guard (report.lives - announced) * 20 >= lives else { return }
      announced = report.lives
      StandardOutput.tell(figures(of: report, after: clock.now - start))
    }
    StandardOutput.tell(figures(of: report, after: clock.now - start))
    StandardOutput.tell(ways(of: report))
    if report.disagreementCount > 0 { throw ExitCode.failure }
  }

  private func figures(of report: TrialReport, after time: Duration) -> String {
    let rate = Int(Double(report.lives) / (time / .seconds(1)))
    return """
      \(report.lives) lives, \(report.questions) questions, \(report.disagreementCount) \
      disagreements in \(Int(time / .seconds(1))) s: \(rate) lives a second.
      """
  }

  private func ways(of report: TrialReport) -> String {
    report.ways.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
  }
}
