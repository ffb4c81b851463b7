import AppStore
import Foundation
import Intake
import Ledger

/// A sweep that reads a window of Apple's history of notifications, page by page, and ingests what
/// is missing in the same way as Apple's own posts.
///
/// A rejected notification is recorded with its reason, and blocks nothing. Each page is closed
/// before the next one is requested, so that an interrupted sweep continues where it was. In an
/// interrupted page, the ingested notifications count as present later.
struct NotificationSweep: Sendable {
  let client: ServerAPIClient
  let intake: Intake
  let records: SweepRecords
  let now: @Sendable () -> Instant

  /// Continues to the end of the window.
  ///
  /// - Parameter onPage: receives the sweep after each page.
  func run(
    _ sweep: Sweep, onPage: @Sendable (Sweep) async throws -> Void
  ) async throws -> Sweep {
    var sweep = sweep
    var (pages, hasBegunAgain) = (pages(of: sweep).makeAsyncIterator(), false)
    while let page = try await pages.next() {
      if pages.hasBegunAgain, !hasBegunAgain {
        (hasBegunAgain, sweep.count) = (true, ReconciliationCount())
      }
      let outcomes = try await take(page.notificationHistory.map(\.signedPayload))
      sweep.count += ReconciliationCount(outcomes)
      sweep.paginationToken = page.hasMore ? page.paginationToken : nil
      if !page.hasMore { sweep.finishedAt = now() }
      try await records.close(sweep, outcomes, at: now())
      try await onPage(sweep)
    }
    return sweep
  }

  /// Returns the pages from the token of the sweep on. Once Apple refuses a token, the window begins
  /// again, and its ingested notifications count as present.
  private func pages(of sweep: Sweep) -> ServerAPIPages<NotificationHistoryPage> {
    client.notifications.historyPages(
      NotificationHistoryRequest(
        from: Timestamp(sweep.window.from), to: Timestamp(sweep.window.to)),
      after: sweep.paginationToken, in: sweep.store.appleEnvironment)
  }

  /// Ingests all payloads of a page at once. Throws only if a payload cannot be stored now.
  private func take(_ payloads: [String]) async throws -> [SweptNotification] {
    try await withThrowingTaskGroup(of: SweptNotification.self) { group in
      for payload in payloads { group.addTask { try await take(payload) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  private func take(_ payload: String) async throws -> SweptNotification {
    let digest = Digest(of: Array(payload.utf8))
    do {
      let body = try JSONEncoder().encode(["signedPayload": payload])
      let receipt = try await intake.notifications.receive(notification: Array(body))
      return SweptNotification(digest: digest, outcome: receipt.duplicate ? .present : .repaired)
    } catch let rejection as Rejection where !rejection.isRetryable {
      return SweptNotification(digest: digest, outcome: .rejected(code: rejection.code))
    }
  }
}

/// The outcome of one notification of Apple's history.
struct SweptNotification: Hashable, Sendable {
  enum Outcome: Hashable, Sendable {
    case present, repaired
    case rejected(code: String)
  }

  let digest: Digest
  let outcome: Outcome
}

extension ReconciliationCount {
  init(_ taken: [SweptNotification]) {
    self.init()
    for item in taken {
      switch item.outcome {
      case .present: present += 1
      case .repaired: repaired += 1
      case .rejected: rejected += 1
      }
    }
  }
}

extension Timestamp {
  fileprivate init(_ instant: Instant) {
    self.init(milliseconds: instant.milliseconds)
  }
}
