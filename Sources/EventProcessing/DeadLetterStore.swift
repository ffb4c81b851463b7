package import Ledger
package import Postgres

/// An event that a consumer could not process, kept aside until a retry succeeds.
package struct DeadLetter: Hashable, Sendable {
  package let id: EventID
  /// The kind of error; nothing of the event's content.
  package let reason: String
  package let deadLetteredAt: Instant
}

/// The dead letters of one lane.
package struct DeadLetterStore: Sendable {
  package let lane: Int16

  package init(lane: Int16) {
    self.lane = lane
  }

  /// Adds dead letters, each in the lane of its event.
  package static func add(_ new: [NewDeadLetter], on connection: isolated Connection) throws {
    for (lane, letters) in Dictionary(grouping: new, by: \.id.lane).sorted(by: { $0.key < $1.key })
    {
      for (name, letters) in Dictionary(grouping: letters, by: \.consumer) {
        try connection.post(
          .deadLettersWrite, lane, name.rawValue, letters.map(\.id.position),
          letters.map(\.reason))
      }
    }
  }

  /// Updates the reasons of dead letters that still exist. A newer version may have processed the
  /// others.
  package func explain(_ new: [NewDeadLetter], on connection: isolated Connection) throws {
    for (name, letters) in Dictionary(grouping: new, by: \.consumer) {
      try connection.post(
        .deadLettersExplain, lane, name.rawValue, letters.map(\.id.position), letters.map(\.reason))
    }
  }

  package func remove(
    _ positions: [Int64], of name: ConsumerName, on connection: isolated Connection
  ) throws {
    guard !positions.isEmpty else { return }
    try connection.post(.deadLettersRemove, lane, name.rawValue, positions)
  }

  package func read(
    of name: ConsumerName, after position: Int64, limit: Int, on connection: isolated Connection
  ) throws -> [DeadLetter] {
    let rows = try connection.query(.deadLettersRead, lane, name.rawValue, position, Int64(limit))
    return try rows.decode((Int64, String, Instant).self).map { position, reason, moment in
      DeadLetter(
        id: EventID(lane: lane, position: position), reason: reason, deadLetteredAt: moment)
    }
  }

  /// Returns the positions of the dead letters under each of these names.
  package func positions(
    of names: [ConsumerName], on connection: isolated Connection
  ) throws -> [ConsumerName: Set<Int64>] {
    let rows = try connection.query(.deadLetterPositions, lane, names.map(\.rawValue))
    var positions: [ConsumerName: Set<Int64>] = [:]
    for (name, position) in try rows.decode((String, Int64).self) {
      positions[ConsumerName(rawValue: name), default: []].insert(position)
    }
    return positions
  }
}
