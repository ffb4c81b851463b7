import Foundation

/// The settings of an embedded server, as `postgres` takes them.
///
/// The write-ahead log is compressed and checkpoints are rare, because after each checkpoint the first
/// change of a page writes the whole page. A quarter of the memory keeps the indexes that ingest
/// touches. Plans are not compiled: the statements are short, and those over young tables seem dear.
struct ServerSettings: Equatable {
  /// The connection limit: enough for three servers and some commands.
  private static let connectionsMax = 200
  private static let megabyte: UInt64 = 1 << 20
  /// The least and the most memory for the server's own buffers. The kernel's cache serves the rest.
  private static let buffersMB: ClosedRange<UInt64> = 256...8_192

  /// The settings, each as `name=value`.
  let words: [String]

  /// - Parameters:
  ///   - purpose: the use of the server.
  ///   - memory: the bytes of memory that the machine or the container has.
  ///   - hasLZ4: true if the server was built with the better compression.
  init(for purpose: ServerPurpose, memory: UInt64, hasLZ4: Bool) {
    let quarter = memory / 4 / Self.megabyte
    let buffers = min(max(quarter, Self.buffersMB.lowerBound), Self.buffersMB.upperBound)
    let common = [
      "listen_addresses=", "unix_socket_directories=\(OpenFolders.socketPath)",
      "max_connections=\(Self.connectionsMax)", "log_error_verbosity=terse",
      "jit=off",
    ]
    let own: [String] =
      switch purpose {
      case .ledger:
        [
          "shared_buffers=\(buffers)MB", "wal_compression=\(hasLZ4 ? "lz4" : "on")",
          "checkpoint_timeout=30min", "max_wal_size=8GB",
        ]
      case .comparison: []
      case .tests:
        [
          "shared_buffers=\(Self.buffersMB.lowerBound)MB", "max_wal_size=2GB", "fsync=off",
          "synchronous_commit=off", "full_page_writes=off",
        ]
      }
    words = common + own
  }

  /// The bytes of memory of this machine, or of the container if it has less.
  static var memory: UInt64 {
    let limit = try? String(contentsOf: URL(filePath: "/sys/fs/cgroup/memory.max"), encoding: .utf8)
    let container = limit.flatMap { UInt64($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    return min(container ?? .max, ProcessInfo.processInfo.physicalMemory)
  }
}

/// The use of an embedded server, by which it is set.
package enum ServerPurpose: Sendable {
  case ledger
  /// A benchmark of the settings that PostgreSQL comes with.
  case comparison
  /// Tests need little memory, and nothing on disk.
  case tests
}
