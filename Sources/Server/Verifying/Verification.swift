import Access
package import AppStore
import EventProcessing
package import EventStore
import Foundation
import Granting
package import Ledger
import Outbox
package import Postgres
import Projections
import Reconciliation
import Schema

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
    let inspection = Inspection(pool)
    report.broken += SchemaComparison.findings(try await inspection.schemaObjects())
      .map(VerifyReport.Broken.init)
    report.broken += try await inspection.excessStrengths().map { VerifyReport.Broken($0.promise) }
    try await verifyLog(cut, &report)
    try await verifyWork(now, &report)
    try await verifyBooks(now, &report)
    try await verifyKeys(&report)
    try await verifyEpoch(&report)
    if let roots { try await verifyEvidence(cut, roots, now, &report) }
    if includesProjections { try await verifyProjections(cut, &report) }
    if includesWallets { try await verifyWallets(cut, &report) }
    report.removeRepeats()
    return report
  }

  /// Verifies the log, and the keys and names that it explains.
  private func verifyLog(_ cut: Cut, _ report: inout VerifyReport) async throws {
    let verifier = LogVerifier(log)
    let shared = report.keep(
      try await Self.judged(.ledger) { try await verifier.sharedFindings() })
    report.broken += (shared ?? []).map(VerifyReport.Broken.init)
    let bar = meter("events", report.events)
    let walked = try await eachLane(of: cut.heads) { head in
      try await verifier.verify(head) { bar?.advance($0) }
    }
    bar?.end()
    let lanes = walked.map { report.keep($0) }
    report.broken += lanes.flatMap { $0?.findings ?? [] }.map(VerifyReport.Broken.init)
    var strings = StringUses()
    for lane in lanes.compactMap(\.self) { strings.merge(lane.strings) }
    report.broken += strings.findings.map(VerifyReport.Broken.init)
    let forgotten: [UUID: Instant]? =
      lanes.allSatisfy { $0?.findings.isEmpty == true }
      ? lanes.reduce(into: [:]) { $0.merge($1?.forgotten ?? [:], uniquingKeysWith: max) } : nil
    let keys = KeyAudit(log)
    let audited = try await eachLane(of: cut.heads) { head in
      try await keys.findings(lane: head.lane, explainedBy: forgotten)
    }
    report.keepFindings(of: audited)
    let losses = report.keep(
      try await Self.judged(.lane(0)) {
        try await keys.untoldLosses {
          Set(
            try await log.reading.shared().compactMap { event -> String? in
              if case .shared(.evidenceLost(let lost)) = event.event { lost.masterKey } else { nil }
            })
        }
      })
    report.broken += (losses ?? []).map(VerifyReport.Broken.init)
  }

  /// Verifies the progress of consumers and the rows of work, as far as they follow from the log.
  private func verifyWork(_ now: Instant, _ report: inout VerifyReport) async throws {
    report.broken += try await CheckpointAudit(pool: pool, lanes: log.lanes).ahead()
      .map { VerifyReport.Broken($0.finding) }
    report.broken += try await DeadLetterAudit(pool: pool)
      .findings(knowing: LogExamination.deadLetterNames).map(VerifyReport.Broken.init)
    let (cursors, jobs) = (CursorAudit(pool: pool), JobAudit(pool: pool, log: log))
    for lane in log.lanes {
      let limit = LogVerifier.findingsMax
      report.broken += try await cursors.findings(lane: lane, limit: limit, at: now)
        .map(VerifyReport.Broken.init)
      report.broken += try await jobs.findings(lane: lane, limit: limit, at: now)
        .map(VerifyReport.Broken.init)
    }
  }

  private func verifyBooks(_ now: Instant, _ report: inout VerifyReport) async throws {
    do {
      let (counts, broken) = try await BooksVerifier(pool: pool, log: log, now: now).verify()
      report.books = counts
      for promise in broken { report.keep(Result<Void, BrokenPromise>.failure(promise)) }
    } catch  where StoredEventError(reading: error) != nil {
      report.keep(
        Result<Void, BrokenPromise>.failure(
          BrokenPromise(.lane(0), "closed books are compared with nothing: it cannot be read")))
    }
  }

  /// Compares the API keys with the acts that tell of them.
  private func verifyKeys(_ report: inout VerifyReport) async throws {
    let found = report.keep(
      try await Self.judged(.lane(0)) {
        try await KeyProof.differences(in: pool) { try await log.reading.shared() }
      })
    report.broken += (found ?? []).map {
      VerifyReport.Broken(
        BrokenPromise(.record(table: "api_key", key: $0.key), $0.finding))
    }
  }

  /// Compares the number of the epoch with the openings that the log tells. Games order grants by it.
  private func verifyEpoch(_ report: inout VerifyReport) async throws {
    let number = log.installation.epochNumber
    let isTold = report.keep(
      try await Self.judged(.lane(0)) {
        Epochs(try await log.reading.shared()).mayHave(number: number)
      })
    guard isTold == false else { return }
    report.broken.append(
      VerifyReport.Broken(
        BrokenPromise(
          .record(table: "installation", key: "1"),
          "column epoch_number: \(number) is not that of the openings that the log tells")))
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
      let lane = report.keep(result)
      evidence.verified += lane?.counts.verified ?? 0
      evidence.erased += lane?.counts.erased ?? 0
      evidence.lost += lane?.counts.lost ?? 0
      report.broken += (lane?.findings ?? []).map(VerifyReport.Broken.init)
    }
    report.evidence = evidence
  }

  private func verifyProjections(_ cut: Cut, _ report: inout VerifyReport) async throws {
    for name in ProjectionName.allCases {
      let replay = Replay(pool: pool, log: log, of: name)
      let bar = meter("replay of \(name.rawValue)", report.events)
      let results = try await eachLane(of: cut.heads.filter { $0.lane > 0 }) { head in
        let extent = try await replay.extent(lane: head.lane)
        let isBuilt = extent.position > 0 || head.position == 0
        let findings =
          isBuilt
          ? try await replay.findings(lane: head.lane, limit: LogVerifier.findingsMax) {
            bar?.advance($0)
          } : []
        let projection = VerifyReport.Projection(
          name: name.rawValue, lane: head.lane, checkpoint: extent.position,
          parked: extent.deadLetters.sorted(), built: isBuilt)
        return (projection: projection, findings: findings)
      }
      bar?.end()
      let kept = results.compactMap { report.keep($0) }
      report.projections = (report.projections ?? []) + kept.map(\.projection)
      report.broken += kept.flatMap(\.findings).map(VerifyReport.Broken.init)
    }
  }

  private func verifyWallets(_ cut: Cut, _ report: inout VerifyReport) async throws {
    let audit = WalletAudit(pool: pool, log: log)
    let bar = meter("wallets", report.events)
    let results = try await eachLane(of: cut.heads.filter { $0.lane > 0 }) { head in
      try await audit.findings(head, limit: LogVerifier.findingsMax) { bar?.advance($0) }
    }
    bar?.end()
    let kept = results.compactMap { report.keep($0) }
    report.wallets = kept.map(\.counts).reduce(WalletAudit.Counts(), +)
    report.broken += kept.flatMap(\.findings).map(VerifyReport.Broken.init)
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
    } catch let event as UnreadableEvent {
      return .failure(BrokenPromise(.event(event.id), "it cannot be read: \(event.reason)"))
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

  /// Notes the findings of several lanes.
  fileprivate mutating func keepFindings(of results: [Result<[BrokenPromise], BrokenPromise>]) {
    for result in results { broken += (keep(result) ?? []).map(Broken.init) }
  }
}
