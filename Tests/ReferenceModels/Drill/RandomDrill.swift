/// A drill of many lives, each independent of the others.
package protocol RandomDrill: Sendable {
  /// Puts every question about the life of this number.
  func live(_ number: Int) -> DrillReport
}

extension RandomDrill {
  package func run(_ lives: Range<Int>) -> DrillReport {
    var report = DrillReport()
    for number in lives { report.add(live(number)) }
    return report
  }

  /// Runs the lives on all cores. The report does not depend on the number of cores. `progress`
  /// receives the report after each share of the lives.
  package func run(
    _ count: Int, workers: Int, progress: (DrillReport) -> Void = { _ in }
  ) async -> DrillReport {
    let share = 250
    var shares = stride(from: 0, to: count, by: share).map { $0..<min($0 + share, count) }
    shares.reverse()
    return await withTaskGroup(of: DrillReport.self) { group in
      for _ in 0..<workers {
        if let share = shares.popLast() { group.addTask { run(share) } }
      }
      var report = DrillReport()
      for await part in group {
        report.add(part)
        progress(report)
        if let share = shares.popLast() { group.addTask { run(share) } }
      }
      return report
    }
  }
}
