package import EventStore
package import Foundation
package import Ledger
package import Postgres

/// The name of a consumer, under which its checkpoints and dead letters are stored.
package struct ConsumerName: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package var description: String { rawValue }
}

/// A consumer of the log: it is handed each event of each lane in order, and remembers by its
/// checkpoint how far it came.
package protocol EventConsumer: Sendable {
  var name: ConsumerName { get }
  /// True if events of lane 0 concern the consumer. Such an event is handed over in each lane, after
  /// all events that were recorded before it and before all later ones.
  var readsShared: Bool { get }
  /// The names under which the consumer dead-letters events.
  var deadLetterNames: [ConsumerName] { get }

  /// The shortest time from the beginning of a round in a lane to that of the next one, while no request waits.
  var roundInterval: Duration { get }
  /// The progress that is told of each move of a checkpoint, after its commit; nil if nobody waits for the
  /// consumer.
  var progress: ConsumerProgress? { get }
  /// Retries dead letters of a lane, in the order of their positions. Returns the number of those
  /// that were processed and removed.
  func retry(
    _ deadLetters: [DeadLetter], of name: ConsumerName, in lane: ConsumerLane
  ) async throws -> Int
}

extension EventConsumer {
  package var readsShared: Bool { false }
  package var deadLetterNames: [ConsumerName] { [name] }
  package var roundInterval: Duration { RoundPace.intervalDefault }
  package var progress: ConsumerProgress? { nil }
}

/// A consumer that writes in the transaction that moves its checkpoint. Several processes share its
/// work by the row lock of the checkpoint.
package protocol TransactionalConsumer: EventConsumer {
  /// Applies the next events of a lane. Returns the events that cannot be applied, with reasons.
  ///
  /// - Parameter isIsolating: true after an attempt that an event made fail: the consumer then
  ///   finds such events, by savepoints, and applies all others. Otherwise it may throw.
  func apply(
    _ page: LanePage, after checkpoint: Checkpoint, isIsolating: Bool,
    on connection: isolated Connection
  ) async throws -> [NewDeadLetter]

  /// Applies an event of lane 0, piece by piece, with one transaction for each piece. Applying the
  /// event twice has no further effect.
  ///
  /// - Parameters:
  ///   - progress: the end of the piece before; nil at the beginning.
  ///   - isIsolating: as for the events of a page.
  func apply(
    shared event: RecordedEvent, after checkpoint: Checkpoint, from progress: SharedProgress?,
    isIsolating: Bool, on connection: isolated Connection
  ) async throws -> SharedPiece

  /// Returns false while a lane is not to be read page by page from a checkpoint, because it is
  /// rebuilt in a faster way.
  func mayRead(_ lane: Int16, after checkpoint: Checkpoint) async throws -> Bool
}

extension TransactionalConsumer {
  package func apply(
    shared event: RecordedEvent, after checkpoint: Checkpoint, from progress: SharedProgress?,
    isIsolating: Bool, on connection: isolated Connection
  ) async throws -> SharedPiece { SharedPiece(end: nil) }

  package func mayRead(_ lane: Int16, after checkpoint: Checkpoint) async throws -> Bool { true }
}

/// A consumer whose work waits for others, such as the log's writer, and therefore runs outside any
/// transaction. Its work has to be idempotent: a page is handed over again after a crash.
///
/// Several processes share its work by claims, which end by themselves. A paused ledger hands
/// nothing over.
package protocol AsynchronousConsumer: EventConsumer {
  /// Processes the next events of a lane. Returns the events that cannot be processed.
  func handle(_ page: LanePage, in lane: ConsumerLane) async throws -> [NewDeadLetter]
  /// Processes an event of lane 0 for a lane that was read up to a position. Returns the last
  /// events of streams that cannot be processed under it.
  func handle(
    shared event: RecordedEvent, upTo position: Int64, in lane: ConsumerLane
  ) async throws -> [NewDeadLetter]
}

/// The next events of a lane, in order.
package struct LanePage: Sendable {
  package let lane: Int16
  package let events: [RecordedEvent]
  /// The events among them that this version cannot read.
  package let unreadable: [UnreadableEvent]
  /// The last position of the page.
  package let end: Int64

  package var count: Int { events.count + unreadable.count }

  package init(
    lane: Int16, events: [RecordedEvent], unreadable: [UnreadableEvent], end: Int64
  ) {
    self.lane = lane
    self.events = events
    self.unreadable = unreadable
    self.end = end
  }
}

/// A piece of the work that an event of lane 0 makes in a lane.
package struct SharedPiece: Sendable {
  /// The end of the piece; nil if nothing is left.
  package let end: SharedProgress?
  /// The events of the lane that cannot be processed under the event of lane 0.
  package let deadLetters: [NewDeadLetter]

  package init(end: SharedProgress?, deadLetters: [NewDeadLetter] = []) {
    self.end = end
    self.deadLetters = deadLetters
  }
}

/// The end of a piece of the work that an event of lane 0 makes in a lane.
package struct SharedProgress: Hashable, Sendable {
  /// The number of the part of the consumer that is at work.
  package var part: Int
  /// The last stream that the part has processed.
  package var stream: UUID

  package init(part: Int, stream: UUID) {
    self.part = part
    self.stream = stream
  }
}
