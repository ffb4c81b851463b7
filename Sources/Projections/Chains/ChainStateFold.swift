import EventStore
import Foundation
import Ledger
import Postgres

/// A fold of the joined state of every chain.
struct ChainStateFold: ChainFold {
  let name = ProjectionName.chains
  static let tables = ["chain", "chain_transaction"]

  let log: EventLog

  func concerns(_ event: LedgerEvent) -> Bool {
    if case .joined = ChainRowChange(event) { true } else { false }
  }

  func write(
    _ histories: [ChainEvents], in lane: Int16, shared: [RecordedEvent], isRebuild: Bool,
    on connection: isolated Connection
  ) throws {
    let changed = histories.compactMap { history in
      history.state.map { state in
        ChainRows.Changed(
          stream: history.stream, state: state,
          transactions: Set(history.new.compactMap(\.transaction)))
      }
    }
    try ChainRows(log: log).write(changed, in: lane, on: connection)
  }

  /// Returns no stream: a state depends on its own events alone.
  func streams(
    touchedBy common: RecordedEvent, lane: Int16, after stream: UUID, limit: Int,
    on connection: isolated Connection
  ) throws -> [UUID] { [] }
}

extension RecordedEvent {
  fileprivate var transaction: TransactionID? {
    if case .chain(.transactionObserved(let fact)) = event { fact.transactionID } else { nil }
  }
}
