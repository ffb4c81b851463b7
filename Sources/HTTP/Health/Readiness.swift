import Logging
import Synchronization

/// The readiness of this process to serve requests.
package final class Readiness: Sendable {
  /// The time after which an answer is given, whatever the checks do.
  static let patience: Duration = .seconds(2)

  private let looks: ReadinessLooks
  /// The findings of a look without an answer: each check is named in every answer.
  private let late: [String: ReadinessFinding]
  private let draining = Atomic(false)

  package init(_ checks: [ReadinessCheck]) {
    looks = ReadinessLooks(checks)
    late = Dictionary(uniqueKeysWithValues: checks.map { ($0.name, ReadinessFinding.silent) })
  }

  /// Makes the process not ready, until it ends.
  package func drain() {
    draining.store(true, ordering: .relaxed)
  }

  var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// Returns the findings of a look at all checks, within two seconds.
  ///
  /// - Parameter age: the largest age of the look; zero for one that begins now.
  func findings(
    ofAge age: Duration, _ logger: Logger
  ) async -> [String: ReadinessFinding] {
    let earliest = ContinuousClock.now - age
    var findings = await FirstAnswer.of(
      { [looks] in await looks.findings(begunAfter: earliest, logger) }, within: Self.patience,
      otherwise: late)
    findings["draining"] = ReadinessFinding(
      ok: !isDraining, detail: isDraining ? "shutting down" : nil)
    return findings
  }
}

/// The looks at all checks, one after the other: those who ask at the same time share one.
private actor ReadinessLooks {
  private struct Look {
    let began: ContinuousClock.Instant
    let findings: [String: ReadinessFinding]
  }

  private let checks: [RunningCheck]
  private var last: Look?
  private var running: Task<Void, Never>?

  init(_ checks: [ReadinessCheck]) {
    self.checks = checks.map(RunningCheck.init)
  }

  func findings(
    begunAfter earliest: ContinuousClock.Instant, _ logger: Logger
  ) async -> [String: ReadinessFinding] {
    while true {
      if let last, last.began >= earliest { return last.findings }
      if let running {
        await running.value
      } else {
        let began = ContinuousClock.now
        let task = Task { await look(began, logger) }
        running = task
        await task.value
      }
    }
  }

  private func look(_ began: ContinuousClock.Instant, _ logger: Logger) async {
    var findings: [String: ReadinessFinding] = [:]
    await withTaskGroup(of: (String, ReadinessFinding).self) { group in
      for check in checks {
        group.addTask { (check.name, await check.finding(logger)) }
      }
      for await (name, finding) in group { findings[name] = finding }
    }
    last = Look(began: began, findings: findings)
    running = nil
  }
}
