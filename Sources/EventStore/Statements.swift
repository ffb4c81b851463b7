package import Postgres

/// The statements of `Queries/`, one constant each.
package enum EventStatements {
  static let laneLock = statement(PackageResources.lane_lock_sql, "lane_lock")
  static let laneHeads = statement(PackageResources.lane_heads_sql, "lane_heads")
  static let lanePositions = statement(PackageResources.lane_positions_sql, "lane_positions")
  static let eventKeysFind = statement(PackageResources.event_keys_find_sql, "event_keys_find")
  static let eventKeysAppend = statement(
    PackageResources.event_keys_append_sql, "event_keys_append")
  static let eventsAppend = statement(PackageResources.events_append_sql, "events_append")
  static let eventsOfLane = statement(PackageResources.events_of_lane_sql, "events_of_lane")
  static let eventsOfStream = statement(PackageResources.events_of_stream_sql, "events_of_stream")
  static let eventByID = statement(PackageResources.event_by_id_sql, "event_by_id")
  static let evidenceAppend = statement(PackageResources.evidence_append_sql, "evidence_append")
  static let evidenceRead = statement(PackageResources.evidence_read_sql, "evidence_read")
  static let laneBatchesAppend = statement(
    PackageResources.lane_batches_append_sql, "lane_batches_append")
  static let installationFound = statement(
    PackageResources.installation_found_sql, "installation_found")
  static let installationRead = statement(
    PackageResources.installation_read_sql, "installation_read")
  static let wordsRead = statement(PackageResources.words_read_sql, "words_read")
  static let wordsLock = statement(PackageResources.words_lock_sql, "words_lock")
  static let wordsAppend = statement(PackageResources.words_append_sql, "words_append")

  /// Every statement of this target, for the test that prepares them all.
  package static let all = [
    laneLock, laneHeads, lanePositions, eventKeysFind, eventKeysAppend, eventsAppend,
    eventsOfLane, eventsOfStream, eventByID, evidenceAppend, evidenceRead, laneBatchesAppend,
    installationFound, installationRead, wordsRead, wordsLock, wordsAppend,
  ]

  private static func statement(_ sql: [UInt8], _ name: String) -> Statement {
    Statement(sql, name: name)
  }
}
