import EventProcessing
package import EventStore
import Foundation
import Ledger
package import Logging
import Postgres
import ServiceLifecycle

/// The places in the lanes that granting reads again, because of a catalog that is valid backwards.
struct GrantingBackfill: Sendable {
  struct Place: Hashable, Sendable, RowDecodable {
    let lane: Int16
    let position: Int64
    let end: Int64

    init(_ columns: inout ColumnReader) throws {
      lane = try columns.next()
      position = try columns.next()
      end = try columns.next()
    }
  }

  let pool: Pool

  /// Begins at a lane's beginning, again if it has begun.
  func begin(_ lane: Int16, upTo end: Int64) async throws {
    guard end > 0 else { return }
    try await pool.withConnection { connection in
      _ = try await connection.query(.grantingBackfillBegin, lane, end)
    }
  }

  /// Returns the places of the lanes that are read again.
  func places(_ lanes: [Int16]) async throws -> [Place] {
    try await pool.withConnection { connection in
      try await connection.query(.grantingBackfillRead, lanes).decode(Place.self)
    }
  }

  /// Begins the lanes again that have places beyond the end of the log. Returns their number.
  static func restart(_ lanes: [Int16], on connection: isolated Connection) throws -> Int {
    try connection.query(.grantingBackfillRestart, [lanes]).count
  }

  /// Moves the place, unless another process has moved it or a new catalog began again. Adds the
  /// dead letters of the page.
  func move(from place: Place, to position: Int64, adding new: [NewDeadLetter]) async throws {
    try await pool.withTransaction(TransactionOptions(synchronousCommitOff: true)) { connection in
      try DeadLetterStore.add(new, on: connection)
      try connection.post(
        .grantingBackfillMove, place.lane, place.position, place.end, position)
      try connection.post(.grantingBackfillEnd, place.lane)
    }
  }
}

/// A service that reads lanes again for catalogs that are valid backwards, and retries rejected coins.
/// It works beside the reading of new events, which never waits for it. A paused ledger refuses its
/// decisions; they are made after the pause.
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
    let places = try await consumer.backfills(log.lanes)
    for place in places { try await consumer.backfill(from: place) }
    return places.count
  }

  /// Retries the chains with coins that a wallet could not hold.
  package func retryRejected() async throws {
    for lane in log.lanes { try await consumer.retryRejected(in: lane) }
  }

  private func repeating(
    _ name: String, every pause: Duration, _ step: @Sendable () async throws -> Bool
  ) async {
    let loop = RetryLoop(name: name, logger: logger, outage: log.outage)
    while !Task.isCancelled {
      await loop.work {
        do { return try await step() } catch EventLogError.paused { return false }
      }
      try? await Task.sleep(for: pause)  // cancellation ends the pause, then the loop
    }
  }
}
