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

  static func errand(
    _ subject: String, of app: BundleID = bundleID, for account: AccountID? = nil,
    due: Instant = now
  ) -> NewErrand {
    errand(.history, subject, of: app, for: account, due: due)
  }

  static func errand(
    _ kind: ErrandKind, _ subject: String, of app: BundleID = bundleID,
    for account: AccountID? = nil, due: Instant = now, deadline: Instant? = nil,
    content: String? = nil
  ) -> NewErrand {
    NewErrand(
      kind, about: subject, in: .production, of: app, for: account.map(player),
      content: content.map { Array($0.utf8) }, dueAt: due, deadline: deadline)
  }

  func owe(_ errands: NewErrand...) async throws {
    try await queue.owe(errands, at: Self.now)
  }

  func lease(
    _ limit: Int = 100, _ kinds: Set<ErrandKind> = Set(ErrandKind.allCases),
    at moment: Instant = now
  ) async throws -> [Errand] {
    try await queue.lease(kinds, limit: limit, at: moment, lasting: .seconds(60))
  }

  /// Everything there is, as words.
  func standings() async throws -> [String] {
    try await queue.list(limit: 1_000).errands.map { errand in
      [errand.subject, errand.state.rawValue, errand.reason].compactMap(\.self)
        .joined(separator: " ")
    }.sorted()
  }
}

/// Answers as a test says, and remembers what it was asked.
final class ScriptedHandler: ErrandHandler {
  let kinds: Set<ErrandKind>
  let timeLimit: Duration
  private let answer: @Sendable (Errand) async throws -> ErrandOutcome
  private let asked = Mutex<[String]>([])

  init(
    _ kinds: Set<ErrandKind> = Set(ErrandKind.allCases), timeLimit: Duration = .seconds(60),
    _ answer: @escaping @Sendable (Errand) async throws -> ErrandOutcome
  ) {
    self.kinds = kinds
    self.timeLimit = timeLimit
    self.answer = answer
  }

  var subjects: [String] { asked.withLock(\.self).sorted() }

  func perform(_ errand: Errand) async throws -> ErrandOutcome {
    asked.withLock { $0.append(errand.subject) }
    return try await answer(errand)
  }
}
