import AppStoreSimulator
import AsyncHTTPClient
package import Foundation
import Postgres

/// Kills a ledger at work, again and again, and looks whether everything it had answered for is there
/// once.
package struct CrashTrial: Sendable {
  package enum Victim: String, CaseIterable, Sendable {
    /// kill −9 of the ledger; its PostgreSQL ends with it.
    case ledger
    /// An immediate stop of PostgreSQL under a ledger that lives on.
    case postgres
    /// Both at one moment.
    case both
  }

  /// What came of it.
  package struct Report: Sendable {
    package let kills: Int
    package let notifications: Int
    package let repetitions: Int
  }

  private let process: LedgerProcess
  private let times: Int
  private let seed: UInt64
  private let tell: @Sendable (String) -> Void

  /// The binary is `daicho`; the home is a folder of the trial's own.
  package init(
    binary: URL, home: URL, port: Int, times: Int, seed: UInt64,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    process = LedgerProcess(binary: binary, home: home, port: port)
    self.times = times
    self.seed = seed
    self.tell = tell
  }

  package func run() async throws -> Report {
    let source = try NotificationSource(at: Date())
    try process.prepare(
      bundleID: NotificationSource.bundleID, appAppleID: NotificationSource.appAppleID,
      rootCertificatePEM: source.rootCertificatePEM)
    let client = HTTPClient(eventLoopGroupProvider: .singleton)
    let apple = Apple(source, port: process.port, client: client)
    do {
      var random = SplitMix64(seed: seed)
      for round in 1...times { try await crash(round, apple, &random) }
      try await settle(apple)
      try await client.shutdown()
    } catch {
      try? await client.shutdown()  // the error tells more
      throw error
    }
    return Report(
      kills: times, notifications: await apple.count, repetitions: await apple.repetitions)
  }

  /// One life of the ledger, from its start to its violent end.
  private func crash(_ round: Int, _ apple: Apple, _ random: inout SplitMix64) async throws {
    let victim = Victim.allCases.randomElement(using: &random) ?? .ledger
    let answers = await apple.acknowledged.count + Int.random(in: 3...60, using: &random)
    try await withLedger(apple) { ledger in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await apple.post() }
        while await apple.acknowledged.count < answers {
          try await Task.sleep(for: .milliseconds(5))
        }
        kill(victim, ledger)
        try await Task.sleep(for: .milliseconds(200))
        group.cancelAll()
        try await group.waitForAll()
      }
    }
    tell("\(round)/\(times): killed \(victim.rawValue), \(await apple.acknowledged.count) recorded")
  }

  private func kill(_ victim: Victim, _ ledger: Process) {
    if victim != .ledger, let postmaster = process.postmaster {
      Glibc.kill(postmaster, SIGQUIT)
    }
    if victim != .postgres { Glibc.kill(ledger.processIdentifier, SIGKILL) }
  }

  /// Lends a ledger that is ready, and ends it if it still lives.
  private func withLedger(
    _ apple: Apple, _ body: (Process) async throws -> Void
  ) async throws {
    let ledger = try process.serve()
    defer {
      if ledger.isRunning { Glibc.kill(ledger.processIdentifier, SIGKILL) }
      ledger.waitUntilExit()
    }
    try await apple.waitUntilReady()
    try await body(ledger)
  }

  /// Apple posts everything again; then the log is verified and counted.
  private func settle(_ apple: Apple) async throws {
    try await withLedger(apple) { ledger in
      try await apple.postAllAgain()
      let notifications = await apple.count
      try await Invariants(of: process).check(notices: notifications)
      try await count(notifications)
      try process.stop(ledger)
    }
  }

  /// Every notification left a notice, a transaction and a renewal, once each.
  private func count(_ notifications: Int) async throws {
    let counts = try await process.withDatabase { connection in
      try await connection.query(
        Statement(unsafeSQL: "select type, count(*) from event group by type order by type")
      ).map { row in
        (type: try row.get(0, as: Int16.self), count: try row.get(1, as: Int64.self))
      }
    }
    guard counts.map(\.type) == [1, 2, 3], counts.allSatisfy({ $0.count == notifications }) else {
      throw BrokenTrial("of \(notifications) notifications there are \(counts)")
    }
  }
}
