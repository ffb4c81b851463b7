package import EventStore
import Foundation
package import Ledger
package import Postgres

/// What is owed, kept in the database until it is done. Several processes share it.
package struct ErrandQueue: Sendable {
  /// How long is kept what nobody has asked about.
  package static let keepsFor: Duration = .seconds(30 * 86_400)

  let pool: Pool
  package let log: EventLog
  package let keyring: Keyring

  package init(pool: Pool, log: EventLog, keyring: Keyring) {
    self.pool = pool
    self.log = log
    self.keyring = keyring
  }

  func lane(of id: ErrandID) -> Int16 {
    StreamID.lane(of: id.key, among: log.installation.laneCount)
  }

  func seal(_ content: [UInt8], of id: ErrandID) throws -> SealedContent {
    try SealedContent(sealing: content, of: id, in: lane(of: id), by: keyring)
  }

  /// Writes down what is owed, within a transaction. What is owed already comes no later than it would
  /// have; what is parked stays so.
  ///
  /// - Parameter hastening: false leaves what is owed already to its own time.
  package func owe(
    _ errands: [NewErrand], hastening: Bool = true, at now: Instant,
    on connection: isolated Connection
  ) throws {
    let errands = errands.soonestOfEach
    guard !errands.isEmpty else { return }
    let ids = errands.map(\.id)
    let contents = try errands.map { errand in
      try errand.content.map { try seal($0, of: errand.id) }
    }
    try connection.query(
      OutboxStatements.errandsOwe,
      [
        ids.map(lane(of:)), ids.map(\.key), errands.map(\.kind.rawValue),
        errands.map(\.environment.rawValue), errands.map(\.bundleID.rawValue),
        errands.map(\.account?.key), errands.map(\.subject), contents.map(\.?.bytes),
        contents.map(\.?.key.masterKeyID), contents.map(\.?.key.bytes),
        errands.map { Timestamp($0.dueAt) }, errands.map { $0.deadline.map(Timestamp.init) },
        Timestamp(now), hastening,
      ])
  }

  /// Writes down what is owed. Returns after the commit.
  package func owe(
    _ errands: [NewErrand], hastening: Bool = true, at now: Instant
  ) async throws {
    try await pool.withTransaction { connection in
      try owe(errands, hastening: hastening, at: now, on: connection)
    }
  }
}

extension [NewErrand] {
  /// Each thing once, the soonest of it, always in the same order: nobody waits for one another.
  fileprivate var soonestOfEach: [NewErrand] {
    var soonest: [ErrandID: NewErrand] = [:]
    for errand in self {
      let known = soonest[errand.id]
      if known.map({ errand.dueAt < $0.dueAt }) ?? true { soonest[errand.id] = errand }
    }
    return soonest.sorted { $0.key.description < $1.key.description }.map(\.value)
  }
}
