package import Postgres

/// The statements of `Queries/`, one constant each.
package enum GrantingStatements {
  static let checkpointFound = Statement(
    PackageResources.granting_checkpoint_found_sql, name: "granting_checkpoint_found")
  static let checkpointLock = Statement(
    PackageResources.granting_checkpoint_lock_sql, name: "granting_checkpoint_lock")
  static let checkpointMove = Statement(
    PackageResources.granting_checkpoint_move_sql, name: "granting_checkpoint_move")
  static let checkpointsRead = Statement(
    PackageResources.granting_checkpoints_read_sql, name: "granting_checkpoints_read")
  static let checkpointsAwait = Statement(
    PackageResources.granting_checkpoints_await_sql, name: "granting_checkpoints_await")
  static let lag = Statement(PackageResources.granting_lag_sql, name: "granting_lag")
  static let waitsRead = Statement(
    PackageResources.granting_waits_read_sql, name: "granting_waits_read")
  static let waitsAmong = Statement(
    PackageResources.granting_waits_among_sql, name: "granting_waits_among")
  static let waitsWrite = Statement(
    PackageResources.granting_waits_write_sql, name: "granting_waits_write")
  static let waitsRemove = Statement(
    PackageResources.granting_waits_remove_sql, name: "granting_waits_remove")
  static let unreadable = Statement(
    PackageResources.granting_unreadable_sql, name: "granting_unreadable")

  /// Every statement of this target, for the test that prepares them all.
  package static let all = [
    checkpointFound, checkpointLock, checkpointMove, checkpointsRead, checkpointsAwait, lag,
    waitsRead,
    waitsAmong, waitsWrite, waitsRemove, unreadable,
  ]
}
