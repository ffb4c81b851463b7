/// A trial of many lives, each by itself.
package protocol RandomTrial: Sendable {
  /// Asks everything of the life of this number.
  func live(_ number: Int) -> TrialReport
}

extension RandomTrial {
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
    let share = 250
    var shares = stride(from: 0, to: count, by: share).map { $0..<min($0 + share, count) }
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
}
