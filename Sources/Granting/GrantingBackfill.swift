import EventProcessing
package import EventStore
import Foundation
package import Logging
import Postgres
import ServiceLifecycle

/// The place in a lane that granting reads again, because of a catalog that is valid backwards.
struct GrantingBackfill: Sendable {
  struct Place: Hashable, Sendable, RowDecodable {
    let position: Int64
    let end: Int64

    init(_ columns: inout ColumnReader) throws {
      position = try columns.next()
      end = try columns.next()
    }
  }

  let lane: Int16
  let pool: Pool

  /// Begins at the lane's beginning, again if it has begun.
  func begin(upTo end: Int64) async throws {
    guard end > 0 else { return }
    try await pool.withConnection { connection in
      _ = try await connection.query(.grantingBackfillBegin, lane, end)
    }
  }

  func place() async throws -> Place? {
    try await pool.withConnection { connection in
      try await connection.query(.grantingBackfillRead, lane).decode(Place.self).first
    }
  }

  /// Moves the place, unless another process has moved it or a new catalog began again.
  func move(from place: Place, to position: Int64) async throws {
    try await pool.withTransaction(TransactionOptions(synchronousCommitOff: true)) { connection in
      try connection.post(
        .grantingBackfillMove, lane, place.position, place.end, position)
      try connection.post(.grantingBackfillEnd, lane)
    }
  }
}

/// A service that reads lanes again for catalogs that are valid backwards, and retries rejected coins.
/// It works beside the reading of new events, which never waits for it.
package struct GrantingBackfillService: Service {
  private static let idlePause: Duration = .seconds(10)
  private static let retryInterval: Duration = .seconds(60)

  private let consumer: GrantingConsumer
  private let log: EventLog
  private let logger: Logger

  package init(_ consumer: GrantingConsumer, log: EventLog, logger: Logger) {
    self.consumer = consumer
    self.log = log
    self.logger = logger
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          await repeating("granting backwards", every: Self.idlePause) { try await runOnce() > 0 }
        }
        group.addTask {
          await repeating("rejected coins", every: Self.retryInterval) {
            try await retryRejected()
            return false
          }
        }
      }
    }
  }

  /// Reads one page in each lane that is read again. Returns their number.
  @discardableResult
  package func runOnce() async throws -> Int {
    guard try await !log.readInstallation().isPaused else { return 0 }
    var count = 0
    for lane in log.lanes where try await consumer.backfill(lane) { count += 1 }
    return count
  }

  /// Retries the chains with coins that a wallet could not hold.
  package func retryRejected() async throws {
    guard try await !log.readInstallation().isPaused else { return }
    for lane in log.lanes { try await consumer.retryRejected(in: lane) }
  }

  private func repeating(
    _ name: String, every pause: Duration, _ step: @Sendable () async throws -> Bool
  ) async {
    let loop = RetryLoop(name: name, logger: logger)
    while !Task.isCancelled {
      await loop.work(step)
      try? await Task.sleep(for: pause)  // cancellation ends the pause, then the loop
    }
  }
}
