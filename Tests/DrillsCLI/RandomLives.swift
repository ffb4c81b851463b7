import ArgumentParser
import Foundation
import ReferenceModels

/// A drill of random lives on all cores, which prints its progress.
struct RandomLives<Drill: RandomDrill> {
  let drill: Drill
  let count: Int
  let seed: UInt64

  /// Runs the drill. Throws exit code 1 if the rules and the reference model disagree.
  func run() async throws {
    StandardOutput.tell("--lives \(count) --seed \(seed)")
    let clock = ContinuousClock()
    let start = clock.now
    var (announced, shown) = (0, 0)
    let workers = ProcessInfo.processInfo.activeProcessorCount
    let report = await drill.run(count, workers: workers) { report in
      for disagreement in report.disagreements.dropFirst(shown) {
        StandardOutput.tell("\(disagreement)")
      }
      shown = report.disagreements.count
      guard (report.lives - announced) * 20 >= count else { return }
      announced = report.lives
      StandardOutput.tell(figures(of: report, after: clock.now - start))
    }
    StandardOutput.tell(figures(of: report, after: clock.now - start))
    StandardOutput.tell(ways(of: report))
    if report.disagreementCount > 0 { throw ExitCode.failure }
  }

  private func figures(of report: DrillReport, after time: Duration) -> String {
    let rate = Int(Double(report.lives) / (time / .seconds(1)))
    return """
      \(report.lives) lives, \(report.questions) questions, \(report.disagreementCount) \
      disagreements in \(Int(time / .seconds(1))) s: \(rate) lives a second.
      """
  }

  private func ways(of report: DrillReport) -> String {
    report.ways.sorted { $0.key < $1.key }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}
