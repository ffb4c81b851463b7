import AppStoreSimulator
import Foundation

/// A comparison of a ledger with the truth of the store, and of its projections with a replay, while
/// the store rests.
struct RebuildAudit: Sendable {
  /// The records and requests so far. A rebuild adds nothing to it.
  struct Counts: Hashable, Sendable, CustomStringConvertible {
    let events: Int64
    let grants: Int64
    /// The jobs that are not done.
    let jobs: Int64
    /// The requests to Apple's Server API: a job that repeats makes one.
    let calls: Int
    /// The transactions that are finished at the store.
    let finished: Int

    func after(acts: Int64) -> Counts {
      Counts(events: events + acts, grants: grants, jobs: jobs, calls: calls, finished: finished)
    }

    var description: String {
      "\(events) events, \(grants) of them grants, \(jobs) pending jobs and \(calls) calls of Apple, "
        + "with \(finished) transactions finished"
    }
  }

  private static let patience = Duration.seconds(1_200)

  let setting: RebuildSetting

  /// Compares all answers with the truth and verifies the projections. Then time goes on. Returns the
  /// number of accounts.
  @discardableResult
  func check(after what: String) async throws -> Int {
    try await rest()
    let world = await setting.store.simulation.withWorld { $0 }
    let truths = AccountTruths(of: world).all(at: world.now)
    let findings = try await Inquiry(
      of: setting.reader, asksCoins: true, restoredCopies: world.restoredCopies
    ).findings(against: truths, asked: .now)
    guard findings.isEmpty else {
      let found = findings.prefix(20).map(\.description).joined(separator: "\n")
      throw BrokenDrill("after \(what) \(findings.count) answers are not true:\n\(found)")
    }
    try await setting.process.command("verify", "--projections", atMost: Self.patience)
    await setting.store.goOn()
    return truths.count
  }

  /// Rebuilds and switches everything and rolls back while nothing else happens. Nothing but these acts may be
  /// recorded, and nothing enqueued or requested. Returns the counts.
  func rebuildAtRest() async throws -> Counts {
    try await rest()
    let before = try await counts()
    let command = try await RebuildCommand.run("rebuild", "--all", "--json", of: setting.process)
    try command.checkSwitched()
    try await RebuildCommand.run("rollback", of: setting.process)
    try await settle()
    let after = try await counts()
    // The rebuild, its switch and the rollback are acts of a person: an event each, and nothing else.
    guard after == before.after(acts: 3) else {
      throw BrokenDrill("a rebuild at rest made of \(before): \(after)")
    }
    await setting.store.goOn()
    return after
  }

  /// Checks everything at the end, evidence and wallets too, while the store rests.
  /// Returns the number of accounts.
  func checkAtLast() async throws -> Int {
    let accounts = try await check(after: "everything")
    try await rest()
    let world = await setting.store.simulation.withWorld { $0 }
    try await Invariants(of: setting.process).check(world.notifications)
    let grants = try await counts().grants
    let due = world.allGrants
    guard grants <= due else { throw BrokenDrill("\(grants) grants were made of \(due)") }
    await setting.store.goOn()
    return accounts
  }

  /// Stops time, and returns once everything is recorded, processed and done.
  private func rest() async throws {
    try await setting.store.rest()
    try await settle()
  }

  private func settle() async throws {
    try await setting.reader.waitUntilCaughtUp()
    try await setting.server.waitUntilNothingIsPending()
    try await setting.reader.waitUntilCaughtUp()
  }

  private func counts() async throws -> Counts {
    let process = setting.process
    return Counts(
      events: try await process.number("select count(*) from event"),
      grants: Int64(try await process.grantsMade()),
      jobs: try await process.number("select count(*) from job"),
      calls: await setting.store.simulation.requests,
      finished: await setting.store.simulation.withWorld {
        $0.transactions.count(where: \.isFinished)
      })
  }
}

extension World {
  /// The number of grants due by now.
  fileprivate var allGrants: Int64 {
    Int64(Truth(chronicle).all(at: now).flatMap(\.grants).count)
  }
}
