package import Postgres

/// The statements of `Queries/`, one constant each.
package enum EventStatements {
  static let accountNamesAppend = statement(
    PackageResources.account_names_append_sql, "account_names_append")
  static let accountNamesDestroy = statement(
    PackageResources.account_names_destroy_sql, "account_names_destroy")
  static let accountNamesRead = statement(
    PackageResources.account_names_read_sql, "account_names_read")
  static let clockTick = statement(PackageResources.clock_tick_sql, "clock_tick")
  static let dataKeysAppend = statement(PackageResources.data_keys_append_sql, "data_keys_append")
  static let dataKeysDestroy = statement(
    PackageResources.data_keys_destroy_sql, "data_keys_destroy")
  static let dataKeysFind = statement(PackageResources.data_keys_find_sql, "data_keys_find")
  static let dataKeysRewrap = statement(PackageResources.data_keys_rewrap_sql, "data_keys_rewrap")
  static let dataKeysToRewrap = statement(
    PackageResources.data_keys_to_rewrap_sql, "data_keys_to_rewrap")
  static let eventKeysAppend = statement(
    PackageResources.event_keys_append_sql, "event_keys_append")
  static let eventKeysFind = statement(PackageResources.event_keys_find_sql, "event_keys_find")
  static let eventsAppend = statement(PackageResources.events_append_sql, "events_append")
  static let eventsByID = statement(PackageResources.events_by_id_sql, "events_by_id")
  static let eventsOfLane = statement(PackageResources.events_of_lane_sql, "events_of_lane")
  static let eventsOfStream = statement(PackageResources.events_of_stream_sql, "events_of_stream")
  static let eventsOfStreams = statement(
    PackageResources.events_of_streams_sql, "events_of_streams")
  static let eventsOfKinds = statement(PackageResources.events_of_kinds_sql, "events_of_kinds")
  static let eventsOfStreamsSince = statement(
    PackageResources.events_of_streams_since_sql, "events_of_streams_since")
  static let evidenceAppend = statement(PackageResources.evidence_append_sql, "evidence_append")
  static let evidenceDictionariesRead = statement(
    PackageResources.evidence_dictionaries_read_sql, "evidence_dictionaries_read")
  static let evidenceDictionaryAppend = statement(
    PackageResources.evidence_dictionary_append_sql, "evidence_dictionary_append")
  static let evidenceRead = statement(PackageResources.evidence_read_sql, "evidence_read")
  static let installationFound = statement(
    PackageResources.installation_found_sql, "installation_found")
  static let installationOpenEpoch = statement(
    PackageResources.installation_open_epoch_sql, "installation_open_epoch")
  static let installationRelease = statement(
    PackageResources.installation_release_sql, "installation_release")
  static let installationRead = statement(
    PackageResources.installation_read_sql, "installation_read")
  static let jwsHeadersAppend = statement(
    PackageResources.jws_headers_append_sql, "jws_headers_append")
  static let jwsHeadersRead = statement(PackageResources.jws_headers_read_sql, "jws_headers_read")
  static let laneBatchesAppend = statement(
    PackageResources.lane_batches_append_sql, "lane_batches_append")
  static let laneHeads = statement(PackageResources.lane_heads_sql, "lane_heads")
  static let lanePositions = statement(PackageResources.lane_positions_sql, "lane_positions")
  static let lanePositionsAt = statement(
    PackageResources.lane_positions_at_sql, "lane_positions_at")
  static let lanesRecordedUntil = statement(
    PackageResources.lanes_recorded_until_sql, "lanes_recorded_until")
  static let lanesLock = statement(PackageResources.lanes_lock_sql, "lanes_lock")
  static let lanesNotify = statement(PackageResources.lanes_notify_sql, "lanes_notify")
  static let partitionsExtend = statement(
    PackageResources.partitions_extend_sql, "partitions_extend")
  static let wordsAppend = statement(PackageResources.words_append_sql, "words_append")
  static let wordsLock = statement(PackageResources.words_lock_sql, "words_lock")
  static let wordsRead = statement(PackageResources.words_read_sql, "words_read")

  /// Every statement of this target, for the test that prepares them all.
  package static let all =
    [
      accountNamesAppend, accountNamesDestroy, accountNamesRead, clockTick, dataKeysAppend,
      dataKeysDestroy, dataKeysFind, dataKeysRewrap, dataKeysToRewrap, eventKeysAppend,
      eventKeysFind, eventsAppend, eventsByID,
      eventsOfLane, eventsOfStream, eventsOfStreams, eventsOfStreamsSince,
      eventsOfKinds, evidenceAppend,
      evidenceDictionariesRead,
      evidenceDictionaryAppend, evidenceRead, installationFound, installationRead,
      installationOpenEpoch, installationRelease, lanesRecordedUntil,
      jwsHeadersAppend, jwsHeadersRead, laneBatchesAppend, laneHeads, lanePositions,
      lanePositionsAt,
      lanesLock,
      lanesNotify, partitionsExtend, wordsAppend, wordsLock, wordsRead,
    ] + verifying

  private static func statement(_ sql: [UInt8], _ name: String) -> Statement {
    Statement(sql, name: name)
  }
}
