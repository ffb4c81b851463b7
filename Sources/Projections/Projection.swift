import EventStore
import Foundation
import Ledger
import Postgres

/// The names of the read models.
package enum ProjectionName: String, CaseIterable, Sendable {
  /// The known state of every chain.
  case chains
  /// The periods of service from which days are counted.
  case tenure
  /// The charge and the commission rate of each transaction, and every correction.
  case commission
  /// The grants as games see them, and the purchases that wait for a catalog.
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
  /// True if the rows also depend on the shared lane, which every rule reads.
  var readsShared: Bool { get }

  /// Applies the next events of a lane.
  ///
  /// - Parameter isOutOfOrder: true if some of the events, or others of their streams, may have
  ///   been applied before: after a rejected batch, or in a retry of dead letters.
  func write(
    _ events: [RecordedEvent], after checkpoint: Checkpoint, isOutOfOrder: Bool,
    on connection: isolated Connection
  ) async throws
}

/// The positions that the rows of a lane include.
struct Checkpoint: Hashable, Sendable {
  let lane: Int16
  /// The position reached in the lane.
  var position: Int64
  /// The position reached in lane 0.
  var shared: Int64

  var id: EventID { EventID(lane: lane, position: position) }
}

extension Checkpoint: RowDecodable {
  init(_ columns: inout ColumnReader) throws {
    self.init(
      lane: try columns.next(), position: try columns.next(), shared: try columns.next())
  }
}
