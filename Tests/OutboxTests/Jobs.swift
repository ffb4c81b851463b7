import EventStore
import Foundation
import Ledger
import Outbox
import Synchronization
import TestSupport

extension TestLedger {
  static let second: BundleID = "com.example.second"

  static func player(_ account: AccountID) -> AccountReference {
    AccountReference(.production, bundleID, account)
  }

  static func job(
    _ subject: String, of app: BundleID = bundleID, for account: AccountID? = nil,
    due: Instant = now
  ) -> NewJob {
    job(.history, subject, of: app, for: account, due: due)
  }

  static func job(
    _ kind: JobKind, _ subject: String, of app: BundleID = bundleID,
    for account: AccountID? = nil, due: Instant = now, deadline: Instant? = nil,
    content: String? = nil
  ) -> NewJob {
    NewJob(
      kind, about: subject, in: .production, of: app, for: account.map(player),
      content: content.map { Array($0.utf8) }, dueAt: due, deadline: deadline)
  }

  func enqueue(_ jobs: NewJob...) async throws {
    try await queue.enqueue(jobs, at: Self.now)
  }

  func lease(
    _ limit: Int = 100, _ kinds: Set<JobKind> = Set(JobKind.allCases),
    at moment: Instant = now, lasting: Duration = .seconds(60)
  ) async throws -> [Job] {
    try await queue.leases.lease(kinds, limit: limit, at: moment, lasting: lasting)
  }

  /// Returns all jobs as words.
  func statuses() async throws -> [String] {
    try await queue.administration.list(limit: 1_000).jobs.map { job in
      [job.subject, job.state.rawValue, job.reason].compactMap(\.self)
        .joined(separator: " ")
    }.sorted()
  }
}

/// A handler with a test's answers, which remembers its jobs.
final class ScriptedHandler: JobHandler {
  let kinds: Set<JobKind>
  let timeLimit: Duration
  private let answer: @Sendable (Job) async throws -> JobResult
  private let asked = Mutex<[String]>([])

  init(
    _ kinds: Set<JobKind> = Set(JobKind.allCases), timeLimit: Duration = .seconds(60),
    _ answer: @escaping @Sendable (Job) async throws -> JobResult
  ) {
    self.kinds = kinds
    self.timeLimit = timeLimit
    self.answer = answer
  }

  var subjects: [String] { asked.withLock(\.self).sorted() }

  func perform(_ job: Job) async throws -> JobResult {
    asked.withLock { $0.append(job.subject) }
    return try await answer(job)
  }
}
