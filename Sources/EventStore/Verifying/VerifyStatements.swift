import Postgres

/// The statements of those who check the log and what it stands on.
extension EventStatements {
  static let verifyBatchAt = Statement(
    PackageResources.verify_batch_at_sql, name: "verify_batch_at")
  static let verifyBatches = Statement(PackageResources.verify_batches_sql, name: "verify_batches")
  static let verifyEvents = Statement(PackageResources.verify_events_sql, name: "verify_events")
  static let verifyEvidence = Statement(
    PackageResources.verify_evidence_sql, name: "verify_evidence")
  static let verifyHeaders = Statement(PackageResources.verify_headers_sql, name: "verify_headers")
  static let verifyKeys = Statement(PackageResources.verify_keys_sql, name: "verify_keys")
  static let verifyLanes = Statement(PackageResources.verify_lanes_sql, name: "verify_lanes")
  static let verifyStreams = Statement(PackageResources.verify_streams_sql, name: "verify_streams")
  static let verifySurplusKey = Statement(
    PackageResources.verify_surplus_key_sql, name: "verify_surplus_key")
  static let verifyTail = Statement(PackageResources.verify_tail_sql, name: "verify_tail")
  static let verifyClock = Statement(PackageResources.verify_clock_sql, name: "verify_clock")
  static let verifyMasterKeys = Statement(
    PackageResources.verify_master_keys_sql, name: "verify_master_keys")
  static let verifyPartitions = Statement(
    PackageResources.verify_partitions_sql, name: "verify_partitions")
  static let verifyGuards = Statement(PackageResources.verify_guards_sql, name: "verify_guards")
  static let verifyRights = Statement(PackageResources.verify_rights_sql, name: "verify_rights")
  static let verifyServer = Statement(PackageResources.verify_server_sql, name: "verify_server")

  static let verifying = [
    verifyBatchAt, verifyBatches, verifyClock, verifyEvents, verifyEvidence, verifyHeaders,
    verifyKeys, verifyLanes, verifyMasterKeys, verifyPartitions, verifyGuards, verifyRights,
    verifyServer,
    verifyStreams, verifySurplusKey, verifyTail,
  ]
}
