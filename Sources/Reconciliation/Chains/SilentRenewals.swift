import Intake
import Ledger
import Outbox
import Projections

/// A search for subscriptions whose period ended with a renewal due and no report since, and for those of
/// which nothing but the running period is known. Apple is asked for their status.
///
/// Every look at a subscription moves the next one, so that subscriptions of which Apple tells
/// nothing, and those whose jobs are dead-lettered, keep none waiting behind them.
struct SilentRenewals: Sendable {
  /// The time in which a report from Apple is awaited, after a period became known and after its end.
  static let reportPatience: Duration = .seconds(30)
  private static let atOnce = 500
  /// The shortest and the longest time between two looks at one subscription.
  private static let lookPauses: (min: Duration, max: Duration) = (.seconds(60), .seconds(86_400))

  /// The apps that Apple can be asked about.
  let apps: Set<BundleID>
  let cursors: ReconciliationCursors
  let queue: JobQueue
  let reader: Reader
  let now: @Sendable () -> Instant

  /// Enqueues the requests that are due now and returns their number. Settles the subscriptions
  /// that need none. A running period is looked at again after its end, and access that goes on to a
  /// renewal date after that date.
  func look() async throws -> Int {
    let moment = now()
    var jobs: [NewJob] = []
    var settled: [ReconciliationCursor] = []
    var looks: [(cursor: ReconciliationCursor, lookAt: Instant)] = []
    for cursor in try await cursors.due(of: apps, at: moment, limit: Self.atOnce) {
      let chain = try await reader.chains.purchase(cursor.chain)?.value
      let status = chain.flatMap { SubscriptionStatuses.evaluate($0, at: moment) }
      if let reported = cursor.expiresAt.map({ $0 + Self.reportPatience }), moment < reported {
        if let status, status.status == .active, status.autoRenew == nil {
          jobs.append(NewJob(.status, about: cursor.chain, dueAt: moment))
        }
        // A purchase that is not projected yet is looked at again soon.
        looks.append(
          (cursor, chain == nil ? min(moment + Self.lookPauses.min, reported) : reported))
        continue
      }
      guard let status, Self.isOverdue(status) else {
        if let status, status.status == .active, status.isUncertain {
          looks.append((cursor, status.expiresAt + Self.lookPauses.min))
        } else {
          settled.append(cursor)
        }
        continue
      }
      if let later = Self.askableLater(cursor, at: moment) {
        looks.append((cursor, later))
      } else {
        jobs.append(NewJob(.status, about: cursor.chain, dueAt: moment))
        looks.append((cursor, moment + Self.pause(after: cursor.expiresAt, until: moment)))
      }
    }
    // The jobs precede the next looks: after a crash in between, the look is repeated.
    try await queue.enqueue(jobs, hastening: false, at: moment)
    try await cursors.settle(settled)
    try await cursors.postpone(looks)
    return jobs.count
  }

  /// Returns true if a renewal is overdue. An expired subscription counts as overdue if Apple never
  /// reported whether it renews.
  private static func isOverdue(_ status: SubscriptionStatus) -> Bool {
    status.renewalOverdue || (status.status == .expired && status.autoRenew == nil)
  }

  /// Returns the moment from which Apple may be asked; nil if it may be asked now. The first
  /// request after the end is due at once. The next one waits for as long as had passed between the
  /// end and the last request.
  private static func askableLater(
    _ cursor: ReconciliationCursor, at moment: Instant
  ) -> Instant? {
    guard let end = cursor.expiresAt, let asked = cursor.askedAt, asked > end else { return nil }
    let askable = asked + pause(after: end, until: asked)
    return askable > moment ? askable : nil
  }

  /// Returns the time to wait at a moment after the end of a period: as long as has passed, a
  /// minute at least, a day at most.
  private static func pause(after end: Instant?, until moment: Instant) -> Duration {
    let passed = end.map { moment - $0 } ?? .zero
    return min(max(passed, lookPauses.min), lookPauses.max)
  }
}
