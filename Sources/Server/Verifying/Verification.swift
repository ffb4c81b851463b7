package import AppStore
package import EventStore
import Foundation
import Granting
package import Ledger
package import Postgres
import Projections

/// A verification of the ledger, with its options.
package struct Verification: Sendable {
  private let pool: Pool
  private let log: EventLog
  /// The trusted roots of JWS and of receipts; nil leaves the evidence sealed.
  package var roots: [RootCertificate]?
  /// True if projections are compared with a replay.
  package var includesProjections = false
  /// True if wallets are compared with the grants they follow.
  package var includesWallets = false
  /// The published heads that the log must continue from; nil if there are none.
  package var published: PublishedHead?
  /// Returns the meter of a stage, given its title and its extent; nil if nobody observes it.
  package var meter: @Sendable (_ stage: String, _ total: Int64) -> (any ProgressMeter)? = {
    _, _ in nil
  }

  package init(pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
  }

  /// Takes a cut and verifies the ledger's promises for everything up to it.
  package func report(now: Instant) async throws -> VerifyReport {
    let cut = try await log.cut()
    var report = VerifyReport(PublishedHead(cut, epoch: log.installation.epoch))
    if let published {
      report.against = published.takenAt
      report.keep(
        try await Self.judged(.ledger) { try await published.compare(with: log, cut.heads) })
    }
    let verifier = LogVerifier(log)
    report.keep(try await Self.judged(.ledger) { try await verifier.verifyShared() })
    let bar = meter("events", report.events)
    let walked = try await eachLane(of: cut.heads) { head in
      try await verifier.verify(head) { bar?.advance($0) }
    }
    bar?.end()
    for result in walked { report.keep(result) }
    if let roots { try await verifyEvidence(cut, roots, now, &report) }
    if includesProjections { try await verifyProjections(cut, &report) }
    if includesWallets { try await verifyWallets(cut, &report) }
    return report
  }

  private func verifyEvidence(
    _ cut: Cut, _ roots: [RootCertificate], _ now: Instant, _ report: inout VerifyReport
  ) async throws {
    let verifier = EvidenceVerifier(
      log: log, verifier: PayloadVerifier(roots: roots),
      receipts: AppReceiptVerifier(roots: roots),
      now: Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000))
    let bar = meter("evidence", report.events)
    let results = try await eachLane(of: cut.heads) { head in
      try await verifier.verify(head) { bar?.advance($0) }
    }
    bar?.end()
    var evidence = VerifyReport.Evidence()
    for result in results {
      let counts = report.keep(result)
      evidence.verified += counts?.verified ?? 0
      evidence.erased += counts?.erased ?? 0
    }
    report.evidence = evidence
  }

  private func verifyProjections(_ cut: Cut, _ report: inout VerifyReport) async throws {
    for name in ProjectionName.allCases {
      let replay = Replay(pool: pool, log: log, of: name)
      let bar = meter("replay of \(name.rawValue)", report.events)
      let results = try await eachLane(of: cut.heads.filter { $0.lane > 0 }) { head in
        let extent = try await replay.extent(lane: head.lane)
        try await replay.verify(lane: head.lane) { bar?.advance($0) }
        return VerifyReport.Projection(
          name: name.rawValue, lane: head.lane, checkpoint: extent.position,
          parked: extent.deadLetters.sorted())
      }
      bar?.end()
      report.projections = (report.projections ?? []) + results.compactMap { report.keep($0) }
    }
  }

  private func verifyWallets(_ cut: Cut, _ report: inout VerifyReport) async throws {
    let audit = WalletAudit(pool: pool, log: log)
    let bar = meter("wallets", report.events)
    let results = try await eachLane(of: cut.heads.filter { $0.lane > 0 }) { head in
      try await audit.verify(head) { bar?.advance($0) }
    }
    bar?.end()
    report.wallets = results.compactMap { report.keep($0) }.reduce(WalletAudit.Counts(), +)
  }

  /// The number of lanes verified at once. A lane holds a connection and may need a second one.
  private static let lanesAtOnce = 4

  /// Runs the body for several lanes at once. Returns the results in the order of lanes.
  private func eachLane<Value: Sendable>(
    of heads: [LaneHead], _ body: @escaping @Sendable (LaneHead) async throws -> Value
  ) async throws -> [Result<Value, BrokenPromise>] {
    try await withThrowingTaskGroup(of: (Int16, Result<Value, BrokenPromise>).self) { group in
      var results: [(Int16, Result<Value, BrokenPromise>)] = []
      for (index, head) in heads.enumerated() {
        if index >= Self.lanesAtOnce, let one = try await group.next() {
          results.append(one)
        }
        group.addTask {
          (head.lane, try await Self.judged(.lane(head.lane)) { try await body(head) })
        }
      }
      for try await one in group { results.append(one) }
      return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// Runs the body. Returns a broken promise as a failure, and throws any other error.
  private static func judged<Value>(
    _ place: BrokenPromise.Place, _ body: () async throws -> Value
  ) async throws -> Result<Value, BrokenPromise> {
    do {
      return .success(try await body())
    } catch let broken as BrokenPromise {
      return .failure(broken)
    } catch let error as StoredEventError {
      return .failure(BrokenPromise(place, "an event of it cannot be read: \(error)"))
    }
  }
}

/// An observer of work whose extent is known.
package protocol ProgressMeter: Sendable {
  /// Notes that more of the work is done.
  func advance(_ count: Int)

  /// Notes the end of the work.
  func end()
}

extension VerifyReport {
  /// Notes a failure; returns the value of a success.
  @discardableResult
  fileprivate mutating func keep<Value>(_ result: Result<Value, BrokenPromise>) -> Value? {
    switch result {
    case .success(let value): return value
    case .failure(let promise):
      broken.append(Broken(promise))
      return nil
    }
  }
}
