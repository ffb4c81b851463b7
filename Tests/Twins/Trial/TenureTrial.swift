import Ledger

/// Random lives, asked of the rules and of the twin.
package struct TenureTrial: Sendable {
  let seed: UInt64
  private static let share = 250
  /// Nil for a twin that is told the truth.
  let misreading: Misreading?

  package init(seed: UInt64, misreading: Misreading? = nil) {
    self.seed = seed
    self.misreading = misreading
  }

  package func run(_ lives: Range<Int>) -> TrialReport {
    var report = TrialReport()
    for number in lives { report.add(live(number)) }
    return report
  }

  /// The same over all cores; the report does not depend on their number. `progress` is told the
  /// report after each share of them.
  package func run(
    _ count: Int, workers: Int, progress: (TrialReport) -> Void = { _ in }
  ) async -> TrialReport {
    var shares = stride(from: 0, to: count, by: Self.share).map { $0..<min($0 + Self.share, count) }
    shares.reverse()
    return await withTaskGroup(of: TrialReport.self) { group in
      for _ in 0..<workers {
        if let share = shares.popLast() { group.addTask { run(share) } }
      }
      var report = TrialReport()
      for await part in group {
        report.add(part)
        progress(report)
        if let share = shares.popLast() { group.addTask { run(share) } }
      }
      return report
    }
  }

  private func live(_ number: Int) -> TrialReport {
    var interview = Interview(RandomLife(seed: seed, number: number), misreading: misreading)
    interview.askTenure()
    interview.askCommission()
    return interview.report
  }
}
