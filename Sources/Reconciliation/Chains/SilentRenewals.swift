import Intake
import Ledger
import Outbox
import Projections

/// A search for subscriptions whose period ended with a renewal due and no report since. Apple is
/// asked for their status.
struct SilentRenewals: Sendable {
  /// The time after the end of a period in which a report from Apple is awaited.
  static let patience: Duration = .seconds(30)
  private static let atOnce = 500

  /// The apps that Apple can be asked about.
  let apps: Set<BundleID>
  let cursors: ReconciliationCursors
  let reader: Reader
  let now: @Sendable () -> Instant

  /// Returns the requests that are due now. Settles the subscriptions that need none.
  func due() async throws -> [NewJob] {
    let moment = now()
    var jobs: [NewJob] = []
    var settled: [ReconciliationCursor] = []
    let expired = try await cursors.expired(
      of: apps, before: moment - Self.patience, limit: Self.atOnce)
    for cursor in expired {
      guard try await isOverdue(cursor, at: moment) else {
        settled.append(cursor)
        continue
      }
      if Self.mayAsk(of: cursor, at: moment) {
        jobs.append(NewJob(.status, about: cursor, dueAt: moment))
      }
    }
    try await cursors.settle(settled)
    return jobs
  }

  /// Returns true if a renewal is overdue. An expired subscription counts as overdue if Apple never
  /// reported whether it renews.
  private func isOverdue(_ cursor: ReconciliationCursor, at moment: Instant) async throws -> Bool {
    guard let chain = try await reader.purchase(cursor.chain)?.value,
      let status = SubscriptionStatuses.evaluate(chain, at: moment)
    else { return false }
    return status.renewalOverdue || (status.status == .expired && status.autoRenew == nil)
  }

  /// Returns true if Apple may be asked now. The first request after the end is due at once. The
  /// next one waits for as long as had passed between the end and the last request: a minute at
  /// least, a day at most.
  static func mayAsk(of cursor: ReconciliationCursor, at moment: Instant) -> Bool {
    guard let end = cursor.expiresAt, let asked = cursor.askedAt, asked > end else { return true }
    return moment - asked >= min(max(asked - end, .seconds(60)), .seconds(86_400))
  }
}
