import Foundation

/// A storm of attempts, many at once, while servers are killed, files are ingested and catalogs are
/// published, of which one grants for a product that none listed before.
struct AttemptStorm: Sendable {
  /// The number of files ingested meanwhile.
  private static let sweeps = 3
  private static let linesOfSweep = 40
  /// The number of catalogs published meanwhile; from the middle one on they list the late product.
  private static let catalogs = 5
  /// The number of attempts still let through when a blow is due, so that the blow falls amid them.
  private static let margin = 2 * GrantsDrill.atOnce

  let drill: GrantsDrill
  let fleet: LedgerFleet
  let postgres: SharedPostgres
  let shelf: CatalogShelf

  func rage(_ servers: GameServers, sayings: [Saying]) async throws -> GrantsDrill.Report {
    let queue = AttemptQueue(drill.plan.attempts)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<GrantsDrill.atOnce { group.addTask { try await work(off: queue, servers) } }
      group.addTask { try await strike(queue) }
      group.addTask { try await sweep(sayings, queue) }
      group.addTask { try await publish(queue) }
      for try await _ in group {}  // the first promise found broken ends all
    }
    var report = GrantsDrill.Report()
    report.attempts = await queue.answered + Self.sweeps * Self.linesOfSweep
    return report
  }

  private func work(off queue: AttemptQueue, _ servers: GameServers) async throws {
    while let attempt = try await queue.next() {
      try await servers.carryOut(attempt)
      await queue.noteAnswer()
    }
  }

  private func publish(_ queue: AttemptQueue) async throws {
    for number in 1...Self.catalogs {
      try await queue.waitUntilAnswered(
        drill.plan.attempts.count * number / (Self.catalogs + 1))
      let isLate = number > Self.catalogs / 2
      try await shelf.publish(CoinProduct.known + (isLate ? [.late] : []))
    }
  }

  private func strike(_ queue: AttemptQueue) async throws {
    for (number, blow) in drill.kills.blows.enumerated() {
      await queue.release(blow.answers + Self.margin)
      try await queue.waitUntilAnswered(blow.answers)
      switch blow.victim {
      case .ledger(let ledger): try await fleet.kill(ledger)
      case .postgres:
        // A ledger that starts without its database ends, as it should.
        try await fleet.waitUntilReady()
        try await postgres.kill()
      }
      drill.tell(
        "\(number + 1)/\(drill.kills.blows.count): \(blow.victim), \(blow.answers) answers")
    }
    await queue.release(.max)
  }

  /// Ingests old news again from a file, as notifications and as bare transactions.
  private func sweep(_ sayings: [Saying], _ queue: AttemptQueue) async throws {
    for number in 1...Self.sweeps {
      try await queue.waitUntilAnswered(
        drill.plan.attempts.count * number / (Self.sweeps + 1))
      let lines = (0..<Self.linesOfSweep).compactMap { _ in
        sayings.randomElement().map { Bool.random() ? $0.notification : $0.transaction }
      }
      let file = drill.home.appending(path: "sweep-\(number).jsonl")
      try Data(lines.joined(separator: "\n").utf8).write(to: file)
      try await shelf.process.insist(on: "ingest", file.path)
    }
  }
}
