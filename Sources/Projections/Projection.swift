import EventStore
import Foundation
import Ledger
import Postgres

/// The read models there are.
package enum ProjectionName: String, CaseIterable, Sendable {
  /// What is known of every chain.
  case chains
  /// The periods of service that days are counted by.
  case tenure
  /// What each transaction was charged, at which rate, and every correction.
  case commission
  /// The grants as games see them, and the purchases that wait for a catalogue.
  case grants
}

extension ProjectionName {
  func projection(of log: EventLog) -> any Projection {
    switch self {
    case .chains: ChainProjection(log: log)
    case .tenure: StreamProjection(log: log, fold: TenureFold())
    case .commission: StreamProjection(log: log, fold: CommissionFold())
    case .grants: StreamProjection(log: log, fold: GrantFold())
    }
  }
}

/// A read model: a fold of the log into tables of its own, lane by lane.
protocol Projection: Sendable {
  var name: ProjectionName { get }
  /// Whether its rows rest on lane 0 too, which every rule reads.
  var restsOnCommons: Bool { get }

  /// Takes in a lane's next events.
  ///
  /// - Parameter isBelated: whether some of them, or others of their streams, may have been taken in
  ///   before: after a refusal, or out of the park.
  func write(
    _ events: [RecordedEvent], after standing: Standing, isBelated: Bool,
    on connection: isolated Connection
  ) async throws
}

/// What the rows of a lane rest on.
struct Standing: Hashable, Sendable {
  let lane: Int16
  /// How far the lane was read.
  var position: Int64
  /// How far lane 0 was read.
  var commons: Int64
}
