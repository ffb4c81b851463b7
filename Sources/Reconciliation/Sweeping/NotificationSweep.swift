import AppStore
import Foundation
import Intake
import Ledger

/// Reads a window of Apple's history of notifications, page by page, and has what is missing taken in
/// through the door that Apple's own posts use.
///
/// What is not taken in is written down with the reason, and blocks nothing. Each page is closed before the
/// next one is asked for, so that a sweep cut short goes on where it was; of a page that was cut short itself
/// what was taken in counts as present.
struct NotificationSweep: Sendable {
  let client: ServerAPIClient
  let intake: Intake
  let records: SweepRecords
  let now: @Sendable () -> Instant

  /// Reads on to the end of the window.
  ///
  /// - Parameter onPage: is told after each page how far it is.
  func run(
    _ sweep: Sweep, onPage: @Sendable (Sweep) async throws -> Void
  ) async throws -> Sweep {
    var sweep = sweep
    while sweep.finishedAt == nil {
      let page = try await page(after: &sweep)
      let outcomes = try await take(page.notificationHistory.map(\.signedPayload))
      sweep.count += ReconciliationCount(outcomes)
      sweep.paginationToken = page.next
      if sweep.paginationToken == nil { sweep.finishedAt = now() }
      try await records.close(sweep, outcomes, at: now())
      try await onPage(sweep)
    }
    return sweep
  }

  /// A token that has expired begins the window anew: what was taken in of it is present then.
  private func page(after sweep: inout Sweep) async throws -> NotificationHistoryPage {
    do {
      return try await ask(sweep)
    } catch let error as ServerAPIError {
      guard sweep.paginationToken != nil, error.isTokenLost else { throw error }
    }
    sweep.paginationToken = nil
    sweep.count = ReconciliationCount()
    return try await ask(sweep)
  }

  private func ask(_ sweep: Sweep) async throws -> NotificationHistoryPage {
    try await client.notificationHistory(
      NotificationHistoryRequest(
        from: Timestamp(sweep.window.from), to: Timestamp(sweep.window.to)),
      after: sweep.paginationToken, in: sweep.store.appleEnvironment)
  }

  /// All of a page at once. Throws only where it cannot be stored now.
  private func take(_ payloads: [String]) async throws -> [Taken] {
    try await withThrowingTaskGroup(of: Taken.self) { group in
      for payload in payloads { group.addTask { try await take(payload) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  private func take(_ payload: String) async throws -> Taken {
    let digest = Digest(of: Array(payload.utf8))
    do {
      let body = try JSONEncoder().encode(["signedPayload": payload])
      let receipt = try await intake.receive(notification: Array(body))
      return Taken(digest: digest, outcome: receipt.duplicate ? .present : .repaired)
    } catch let refusal as Refusal where !refusal.isRetryable {
      return Taken(digest: digest, outcome: .refused(code: refusal.code))
    }
  }
}

/// What became of one notification of Apple's history.
struct Taken: Hashable, Sendable {
  enum Outcome: Hashable, Sendable {
    case present, repaired
    case refused(code: String)
  }

  let digest: Digest
  let outcome: Outcome
}

extension ReconciliationCount {
  init(_ taken: [Taken]) {
    self.init()
    for item in taken {
      switch item.outcome {
      case .present: present += 1
      case .repaired: repaired += 1
      case .refused: refused += 1
      }
    }
  }
}

extension ServerAPIError {
  /// Whether the list has to be asked for from its beginning.
  fileprivate var isTokenLost: Bool {
    self.is(.paginationTokenExpired) || self.is(.invalidPaginationToken)
  }
}

extension Timestamp {
  fileprivate init(_ instant: Instant) {
    self.init(milliseconds: instant.milliseconds)
  }
}
