import AppStoreSimulator
package import Foundation
import Ledger
import Postgres

/// A drill that kills a ledger at work, again and again, and checks that everything acknowledged is
/// recorded once.
package struct CrashDrill: Sendable {
  /// The result of the drill.
  package struct Report: Sendable {
    /// The rounds whose victim was seen to die of the kill.
    package internal(set) var kills = 0
    /// The ledgers that were ready again by themselves after their PostgreSQL had been killed.
    package internal(set) var recoveries = 0
    package internal(set) var notifications = 0
    package internal(set) var repetitions = 0
  }

  private let process: LedgerProcess
  private let plan: CrashPlan
  private let tell: @Sendable (String) -> Void

  /// Creates a drill of the `daicho` at `binary`. The home is a folder of this drill alone.
  package init(
    binary: URL, home: URL, port: Int, times: Int, seed: UInt64,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    process = LedgerProcess(binary: binary, home: home, port: port)
    plan = CrashPlan(times: times, seed: seed)
    self.tell = tell
  }

  package func run() async throws -> Report {
    let source = try NotificationSource(at: Date())
    try process.prepare(
      bundleID: NotificationSource.bundleID, appAppleID: NotificationSource.appAppleID,
      rootCertificatePEM: source.rootCertificatePEM)
    let apple = Apple(source, to: process.url)
    var report = Report()
    for (number, round) in plan.rounds.enumerated() {
      if try await live(round, apple) { report.kills += 1 }
      if round.recovers { report.recoveries += 1 }
      let recorded = await apple.acknowledged.count
      tell("\(number + 1)/\(plan.rounds.count): \(round.victim.rawValue), \(recorded) recorded")
    }
    try await settle(apple)
    report.notifications = await apple.count
    report.repetitions = await apple.repetitions
    return report
  }

  /// Runs the ledger once, from its start to its violent end. Returns true if the victim died of
  /// the kill.
  private func live(_ round: CrashPlan.Round, _ apple: Apple) async throws -> Bool {
    let ledger = try await process.serve()
    defer { ledger.kill() }
    try await process.waitUntilReady(ledger)
    return try await apple.whilePosting {
      try await hear(round.answers, from: apple, ledger)
      let hasDied = try await kill(round.victim, ledger)
      if round.recovers { try await recover(ledger, apple) }
      return hasDied
    }
  }

  /// Waits until so many more notifications are acknowledged.
  private func hear(_ answers: Int, from apple: Apple, _ ledger: ChildProcess) async throws {
    let enough = await apple.acknowledged.count + answers
    try await Patience.wait(for: "\(answers) acknowledgements") {
      guard ledger.isRunning else { throw process.ended(ledger) }
      return await apple.acknowledged.count >= enough
    }
  }

  /// Kills the victim. Returns true if the victim, and nothing else, has died of it.
  private func kill(_ victim: CrashPlan.Victim, _ ledger: ChildProcess) async throws -> Bool {
    let postmaster = process.postmaster
    if victim != .ledger {
      guard let postmaster, Glibc.kill(postmaster, SIGQUIT) == 0 else {
        throw BrokenDrill("there was no PostgreSQL to be killed")
      }
    }
    if victim != .postgres {
      guard ledger.send(SIGKILL) else { throw process.ended(ledger) }
      _ = try await ledger.end(of: "the killed ledger")
    }
    try await Patience.wait(for: "the end of PostgreSQL") { process.postmaster != postmaster }
    return ledger.wasKilled == (victim != .postgres)
  }

  /// Waits until a ledger that lost its PostgreSQL has another one and acknowledges again.
  private func recover(_ ledger: ChildProcess, _ apple: Apple) async throws {
    try await Patience.wait(for: "another PostgreSQL") { process.postmaster != nil }
    try await process.waitUntilReady(ledger)
    try await hear(1, from: apple, ledger)
  }

  /// Posts everything again, then verifies and counts the log.
  private func settle(_ apple: Apple) async throws {
    try await process.whileServing {
      try await apple.postAllAgain()
      let notifications = await apple.count
      try await Invariants(of: process).check(notifications: notifications)
      try await count(notifications)
    }
  }

  /// Throws unless every notification left a notification, a transaction and a renewal, once each.
  private func count(_ notifications: Int) async throws {
    let counts = try await process.withDatabase { connection in
      try await connection.query(
        Statement(
          unsafeSQL: """
            select type, count(*) from event_readable where id not like '0-%' group by type
            """)
      ).decode((String, Int64).self)
    }
    let types: Set<EventType> = [.notificationReceived, .transactionObserved, .renewalObserved]
    guard Set(counts.map(\.0)) == Set(types.map(\.name)),
      counts.allSatisfy({ $0.1 == notifications })
    else {
      throw BrokenDrill("of \(notifications) notifications there are \(counts)")
    }
  }
}
