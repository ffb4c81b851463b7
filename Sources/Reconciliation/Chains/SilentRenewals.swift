import Intake
import Ledger
import Outbox
import Projections

/// Finds subscriptions whose period ended with renewal due, and nothing heard since: Apple is asked how
/// they stand.
struct SilentRenewals: Sendable {
  /// How long after the end of a period Apple's word is waited for.
  static let patience: Duration = .seconds(30)
  private static let atOnce = 500

  /// Those of which Apple can be asked.
  let apps: Set<BundleID>
  let watches: ChainWatches
  let reader: Reader
  let now: @Sendable () -> Instant

  /// The questions that are owed now. What needs none is settled.
  func due() async throws -> [NewErrand] {
    let moment = now()
    var errands: [NewErrand] = []
    var settled: [ChainWatch] = []
    let expired = try await watches.expired(
      of: apps, before: moment - Self.patience, limit: Self.atOnce)
    for watch in expired {
      guard try await isOverdue(watch, at: moment) else {
        settled.append(watch)
        continue
      }
      if Self.mayAsk(of: watch, at: moment) {
        errands.append(NewErrand(.status, about: watch, dueAt: moment))
      }
    }
    try await watches.settle(settled)
    return errands
  }

  /// Where Apple never said whether it renews, it may have.
  private func isOverdue(_ watch: ChainWatch, at moment: Instant) async throws -> Bool {
    guard let chain = try await reader.purchase(watch.chain)?.value,
      let standing = SubscriptionStatuses.evaluate(chain, at: moment)
    else { return false }
    return standing.renewalOverdue || (standing.status == .expired && standing.autoRenew == nil)
  }

  /// Asked at once; where Apple knew no more than we, again after as long as has passed since the end, a
  /// day at most.
  static func mayAsk(of watch: ChainWatch, at moment: Instant) -> Bool {
    guard let end = watch.expiresAt, let asked = watch.askedAt, asked > end else { return true }
    return moment - asked >= min(max(asked - end, .seconds(60)), .seconds(86_400))
  }
}
