import Foundation
import Ledger
import Postgres

/// A fold of whole chains into the rows of a read model.
protocol ChainFold: Sendable {
  var name: ProjectionName { get }
  /// The tables of the read model.
  static var tables: [String] { get }

  /// Returns true if an event of a chain's stream may change the chain's rows.
  func concerns(_ event: LedgerEvent) -> Bool

  /// Writes the rows of some chains.
  ///
  /// - Parameters:
  ///   - shared: the events of lane 0 that were applied before.
  ///   - isRebuild: true if the stored rows of these chains are to be replaced. Then `new` holds all
  ///     events, and the events of lane 0 fall between them by the time they were recorded.
  func write(
    _ histories: [ChainEvents], in lane: Int16, shared: [RecordedEvent], isRebuild: Bool,
    on connection: isolated Connection
  ) throws

  /// Returns the next streams of a lane, in the order of their keys, whose rows an event of lane 0
  /// may change.
  func streams(
    touchedBy common: RecordedEvent, lane: Int16, after stream: UUID, limit: Int,
    on connection: isolated Connection
  ) throws -> [UUID]
}

extension UUID {
  static let lowest = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  static let highest = UUID(
    uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255))
}

extension SharedState {
  /// Returns the state after the events of lane 0 among the new ones of a history.
  func applying(_ history: ChainEvents) -> SharedState {
    var state = self
    for event in history.new { if case .shared = event.event { state.apply(event.event) } }
    return state
  }
}
