package import EventStore
import Foundation
import JSONBytes
import Ledger
package import Logging
import ServiceLifecycle

/// The heads of all lanes that a server last saw, in a file of its home.
///
/// A server that starts compares them with the database: a database without them lost commits while no
/// server ran, as by a restore to an earlier moment.
package struct KeptHeads: Sendable {
  private let file: URL

  package init(_ settings: Settings) {
    self.init(home: URL(filePath: settings.home))
  }

  init(home: URL) {
    file = home.appending(path: "heads.json")
  }

  /// Compares the heads of the file with the log, and pauses the ledger if its database lacks them. Heads of
  /// another epoch say nothing.
  package func compare(with log: EventLog) async throws {
    guard let known = read(), known.epoch == log.installation.epoch else { return }
    let heads = known.lanes.filter { $0.position > 0 }.map { lane in
      LaneHead(lane: lane.lane, position: lane.position, chain: lane.chain?.bytes)
    }
    try await log.recall(heads)
  }

  /// Returns the heads of the file; nil if there are none, or it cannot be read: then nothing is known.
  private func read() -> PublishedHead? {
    guard let contents = FileManager.default.contents(atPath: file.path) else { return nil }
    return try? StrictJSON.decode(PublishedHead.self, from: contents)
  }

  /// Writes the heads that this process knows, as a whole. Throws if the home cannot be written.
  func write(_ heads: PublishedHead) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    try encoder.encode(heads).write(to: file, options: .atomic)
  }
}

/// A service that keeps the heads of the log in the home, some seconds behind.
package struct HeadKeeping: Service {
  private static let interval: Duration = .seconds(5)

  private let heads: KeptHeads
  private let log: EventLog
  private let logger: Logger

  package init(_ heads: KeptHeads, log: EventLog, logger: Logger) {
    self.heads = heads
    self.log = log
    self.logger = logger
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown {
      var last: [LaneHead] = []
      var isRefused = false
      while !Task.isCancelled {
        try? await Task.sleep(for: Self.interval)  // cancellation ends the sleep, then the loop
        let now = log.memory.heads
        guard now != last else { continue }
        do {
          try heads.write(PublishedHead(now, epoch: log.installation.epoch, at: Composition.now()))
          last = now
          isRefused = false
        } catch {
          if !isRefused {
            logger.warning(
              "the heads of the log cannot be kept in DAICHO_HOME: a restored database may not be noticed",
              metadata: ["remedy": "let the server write there"])
          }
          isRefused = true
        }
      }
    }
  }
}
