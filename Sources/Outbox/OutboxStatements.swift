package import Postgres

/// The statements of `Queries/`, one constant each.
package enum OutboxStatements {
  static let errandsOwe = statement(PackageResources.errands_owe_sql, "errands_owe")
  static let errandsLanesDue = statement(
    PackageResources.errands_lanes_due_sql, "errands_lanes_due")
  static let errandsChoose = statement(PackageResources.errands_choose_sql, "errands_choose")
  static let errandsOfAccount = statement(
    PackageResources.errands_of_account_sql, "errands_of_account")
  static let errandsTake = statement(PackageResources.errands_take_sql, "errands_take")
  static let errandsRemove = statement(PackageResources.errands_remove_sql, "errands_remove")
  static let errandsSettle = statement(PackageResources.errands_settle_sql, "errands_settle")
  static let errandsPage = statement(PackageResources.errands_page_sql, "errands_page")
  static let errandsRetry = statement(PackageResources.errands_retry_sql, "errands_retry")
  static let errandsRetryOne = statement(
    PackageResources.errands_retry_one_sql, "errands_retry_one")
  static let errandsParkOne = statement(PackageResources.errands_park_one_sql, "errands_park_one")
  static let errandsDrop = statement(PackageResources.errands_drop_sql, "errands_drop")
  static let errandsForget = statement(PackageResources.errands_forget_sql, "errands_forget")
  static let errandsClean = statement(PackageResources.errands_clean_sql, "errands_clean")
  static let errandsToRewrap = statement(
    PackageResources.errands_to_rewrap_sql, "errands_to_rewrap")
  static let errandsRewrap = statement(PackageResources.errands_rewrap_sql, "errands_rewrap")
  static let postsSave = statement(PackageResources.posts_save_sql, "posts_save")
  static let postsOwed = statement(PackageResources.posts_owed_sql, "posts_owed")
  static let postsSurplus = statement(PackageResources.posts_surplus_sql, "posts_surplus")
  static let receiptsWrite = statement(PackageResources.receipts_write_sql, "receipts_write")
  static let receiptsRead = statement(PackageResources.receipts_read_sql, "receipts_read")
  static let receiptsLock = statement(PackageResources.receipts_lock_sql, "receipts_lock")
  static let receiptsChange = statement(PackageResources.receipts_change_sql, "receipts_change")
  static let receiptsClean = statement(PackageResources.receipts_clean_sql, "receipts_clean")
  static let clerkCheckpointFound = statement(
    PackageResources.clerk_checkpoint_found_sql, "clerk_checkpoint_found")
  static let clerkCheckpointLock = statement(
    PackageResources.clerk_checkpoint_lock_sql, "clerk_checkpoint_lock")
  static let clerkCheckpointMove = statement(
    PackageResources.clerk_checkpoint_move_sql, "clerk_checkpoint_move")
  static let clerkCheckpointsRead = statement(
    PackageResources.clerk_checkpoints_read_sql, "clerk_checkpoints_read")
  static let chainWatchBegin = statement(
    PackageResources.chain_watch_begin_sql, "chain_watch_begin")
  static let chainWatchExtend = statement(
    PackageResources.chain_watch_extend_sql, "chain_watch_extend")

  /// Every statement of this target, for the test that prepares them all.
  package static let all = [
    errandsOwe, errandsLanesDue, errandsChoose, errandsOfAccount, errandsTake, errandsRemove,
    errandsSettle, errandsPage, errandsRetry, errandsRetryOne, errandsParkOne, errandsDrop,
    errandsForget, errandsClean, errandsToRewrap, errandsRewrap, postsSave, postsOwed, postsSurplus,
    receiptsWrite,
    receiptsRead, receiptsLock, receiptsChange, receiptsClean, clerkCheckpointFound,
    clerkCheckpointLock, clerkCheckpointMove, clerkCheckpointsRead, chainWatchBegin,
    chainWatchExtend,
  ]

  private static func statement(_ sql: [UInt8], _ name: String) -> Statement {
    Statement(sql, name: name)
  }
}
