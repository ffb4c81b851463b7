package import EventStore

/// The doctor's examination of the settings on which the speed of a long log depends.
package enum SpeedExamination {
  private static let megabyte: Int64 = 1 << 20
  /// The size of the buffers that PostgreSQL has if nobody chose one.
  private static let buffersUnchosen = 128 * megabyte
  private static let checkpointTimeoutMin: Int64 = 900
  private static let walSizeMin = 4_096 * megabyte

  /// Returns what to change. It is advice: a small log is as fast without.
  package static func finding(_ speed: Inspection.Speed) -> Finding {
    var advice: [String] = []
    if speed.sharedBuffers <= buffersUnchosen {
      advice.append(
        "shared_buffers = a quarter of the memory (\(speed.sharedBuffers / megabyte) MB now)")
    }
    if speed.walCompression == "off" { advice.append("wal_compression = lz4 (off now)") }
    if speed.checkpointTimeout < checkpointTimeoutMin {
      advice.append("checkpoint_timeout = 30min (\(speed.checkpointTimeout / 60) min now)")
    }
    if speed.maxWALSize < walSizeMin {
      advice.append("max_wal_size = 8GB (\(speed.maxWALSize / megabyte) MB now)")
    }
    guard !advice.isEmpty else { return .ok("database settings", "fit for a long log") }
    return .warn(
      "database settings", "a log of millions of events would be written slower than it could be",
      remedy: "set in postgresql.conf, and restart PostgreSQL: " + advice.joined(separator: "; "))
  }
}
