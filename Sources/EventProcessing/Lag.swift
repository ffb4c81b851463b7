package import EventStore
package import Postgres

/// The distance between a consumer and the end of the log.
package struct Lag: Hashable, Sendable {
  package struct Lane: Hashable, Sendable {
    package let lane: Int16
    package let events: Int64
    /// The time since the oldest event that is not processed yet was recorded; zero if there is none.
    package let behind: Duration
    /// The number of dead letters. They do not count as lag.
    package let deadLetters: Int64
    /// The number of events between the end of the log and a checkpoint beyond it, which it never may be: the
    /// events to come would be passed over.
    package let ahead: Int64

    package init(
      lane: Int16, events: Int64, behind: Duration, deadLetters: Int64, ahead: Int64 = 0
    ) {
      self.lane = lane
      self.events = events
      self.behind = behind
      self.deadLetters = deadLetters
      self.ahead = ahead
    }
  }

  package let lanes: [Lane]

  package var events: Int64 { lanes.reduce(0) { $0 + $1.events } }
  package var behind: Duration { lanes.map(\.behind).max() ?? .zero }
  package var ahead: Int64 { lanes.reduce(0) { $0 + $1.ahead } }
  package var deadLetters: Int64 { lanes.reduce(0) { $0 + $1.deadLetters } }

  /// Reads the lag of a consumer.
  package static func read(
    of consumer: any EventConsumer, log: EventLog, in pool: Pool
  ) async throws -> Lag {
    try await read(
      of: consumer.name, readsShared: consumer.readsShared,
      deadLettersOf: consumer.deadLetterNames, log: log, in: pool)
  }

  /// Reads the lag of a consumer by its name.
  ///
  /// - Parameter names: the names of the dead letters to count.
  package static func read(
    of consumer: ConsumerName, readsShared: Bool, deadLettersOf names: [ConsumerName],
    log: EventLog, in pool: Pool
  ) async throws -> Lag {
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        .consumerLag, log.lanes, consumer.rawValue, readsShared, names.map(\.rawValue))
    }
    return Lag(
      lanes: try rows.decode((Int16, Int64, Int64, Int64, Int64).self).map {
        lane, events, behind, dead, ahead in
        Lane(
          lane: lane, events: events, behind: .milliseconds(behind), deadLetters: dead,
          ahead: ahead)
      })
  }
}
