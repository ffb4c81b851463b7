import Foundation

/// Carries out all that is tried, many at once, while servers are killed, files are swept in and a
/// catalogue comes late.
struct AttemptStorm: Sendable {
  /// How many files are taken in meanwhile.
  private static let sweeps = 3
  private static let linesOfSweep = 40
  /// So many are still let through when a blow is due, for it to fall amid them.
  private static let margin = 2 * GrantsTrial.atOnce

  let trial: GrantsTrial
  let fleet: LedgerFleet
  let postgres: SharedPostgres
  let shelf: CatalogueShelf

  func rage(_ servers: GameServers, sayings: [Saying]) async throws -> GrantsTrial.Report {
    let queue = AttemptQueue(trial.plan.attempts)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<GrantsTrial.atOnce { group.addTask { try await work(off: queue, servers) } }
      group.addTask { try await strike(queue) }
      group.addTask { try await sweep(sayings, queue) }
      group.addTask { try await publishLate(queue) }
      for try await _ in group {}  // the first promise found broken ends all
    }
    var report = GrantsTrial.Report()
    report.attempts = await queue.answered + Self.sweeps * Self.linesOfSweep
    return report
  }

  private func work(off queue: AttemptQueue, _ servers: GameServers) async throws {
    while let attempt = try await queue.next() {
      try await servers.carryOut(attempt)
      await queue.noteAnswer()
    }
  }

  private func publishLate(_ queue: AttemptQueue) async throws {
    try await queue.waitUntilAnswered(trial.plan.attempts.count / 2)
    try await shelf.publish(CoinProduct.known + [.late])
  }

  private func strike(_ queue: AttemptQueue) async throws {
    for (number, blow) in trial.kills.blows.enumerated() {
      await queue.release(blow.answers + Self.margin)
      try await queue.waitUntilAnswered(blow.answers)
      switch blow.victim {
      case .ledger(let ledger): try await fleet.kill(ledger)
      case .postgres:
        // A ledger that begins without its database ends, as it should.
        try await fleet.waitUntilReady()
        try await postgres.kill()
      }
      trial.tell(
        "\(number + 1)/\(trial.kills.blows.count): \(blow.victim), \(blow.answers) answers")
    }
    await queue.release(.max)
  }

  /// Old news once more, as notifications and as bare transactions, in a file.
  private func sweep(_ sayings: [Saying], _ queue: AttemptQueue) async throws {
    for number in 1...Self.sweeps {
      try await queue.waitUntilAnswered(
        trial.plan.attempts.count * number / (Self.sweeps + 1))
      let lines = (0..<Self.linesOfSweep).compactMap { _ in
        sayings.randomElement().map { Bool.random() ? $0.notification : $0.transaction }
      }
      let file = trial.home.appending(path: "sweep-\(number).jsonl")
      try Data(lines.joined(separator: "\n").utf8).write(to: file)
      try await shelf.process.insist(on: "ingest", file.path)
    }
  }
}
