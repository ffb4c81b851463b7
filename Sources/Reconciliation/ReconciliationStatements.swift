package import Postgres

/// The statements of `Queries/`, one constant each.
package enum ReconciliationStatements {
  static let sweepBegin = Statement(PackageResources.sweep_begin_sql, name: "sweep_begin")
  static let sweepMove = Statement(PackageResources.sweep_move_sql, name: "sweep_move")
  static let sweepDrop = Statement(PackageResources.sweep_drop_sql, name: "sweep_drop")
  static let sweepsUnfinished = Statement(
    PackageResources.sweeps_unfinished_sql, name: "sweeps_unfinished")
  static let sweepCoverage = Statement(PackageResources.sweep_coverage_sql, name: "sweep_coverage")
  static let refusalsForget = Statement(
    PackageResources.refusals_forget_sql, name: "refusals_forget")
  static let refusalsWrite = Statement(PackageResources.refusals_write_sql, name: "refusals_write")
  static let refusalsCount = Statement(PackageResources.refusals_count_sql, name: "refusals_count")
  static let leaseTake = Statement(PackageResources.lease_take_sql, name: "lease_take")
  static let leaseRelease = Statement(PackageResources.lease_release_sql, name: "lease_release")
  static let watchRead = Statement(PackageResources.watch_read_sql, name: "watch_read")
  static let watchesKeep = Statement(PackageResources.watches_keep_sql, name: "watches_keep")
  static let watchesExpired = Statement(
    PackageResources.watches_expired_sql, name: "watches_expired")
  static let watchesSettle = Statement(PackageResources.watches_settle_sql, name: "watches_settle")
  static let watchAsked = Statement(PackageResources.watch_asked_sql, name: "watch_asked")
  static let watchesOldest = Statement(PackageResources.watches_oldest_sql, name: "watches_oldest")
  static let watchesUnread = Statement(PackageResources.watches_unread_sql, name: "watches_unread")
  static let historyCountAdd = Statement(
    PackageResources.history_count_add_sql, name: "history_count_add")
  static let sums = Statement(
    PackageResources.reconciliation_sums_sql, name: "reconciliation_sums")
  static let backfillBegin = Statement(
    PackageResources.backfill_begin_sql, name: "backfill_begin")
  static let backfillMove = Statement(PackageResources.backfill_move_sql, name: "backfill_move")
  static let backfillFailuresForget = Statement(
    PackageResources.backfill_failures_forget_sql, name: "backfill_failures_forget")
  static let backfillFailuresWrite = Statement(
    PackageResources.backfill_failures_write_sql, name: "backfill_failures_write")
  static let backfillFailuresRead = Statement(
    PackageResources.backfill_failures_read_sql, name: "backfill_failures_read")

  /// Every statement of this target, for the test that prepares them all.
  package static let all = [
    sweepBegin, sweepMove, sweepDrop, sweepsUnfinished, sweepCoverage, refusalsForget,
    refusalsWrite, refusalsCount, leaseTake, leaseRelease, watchRead, watchesKeep, watchesExpired,
    watchesSettle, watchAsked, watchesOldest, watchesUnread, historyCountAdd, sums,
    backfillBegin, backfillMove, backfillFailuresForget, backfillFailuresWrite,
    backfillFailuresRead,
  ]
}
