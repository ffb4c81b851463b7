import EventStore
import Foundation
import Ledger
import Postgres

/// The rows of the chains projection for some streams, as derived from events or as stored.
struct ProjectedRows {
  private struct TransactionKey: Hashable {
    let stream: UUID
    let id: TransactionID
  }

  private struct OwnershipClaim: Hashable {
    let stream: UUID
    let chain: ChainID
  }

  /// The chain states without their transactions.
  private var chains: [UUID: ChainState] = [:]
  private var transactions: [TransactionKey: TransactionState] = [:]
  private var claims: Set<OwnershipClaim> = []
  private var names: Set<NamingRow> = []

  init() {}

  /// Folds an event. The events of one stream have to come in order.
  mutating func apply(_ event: RecordedEvent) {
    let stream = event.event.stream.key
    switch ChainRowChange(event.event) {
    case .joined(let chain): join(event, chain)
    case .claimed(let claim): claims.insert(OwnershipClaim(stream: stream, chain: claim.chain))
    case .erased(_, let row):
      claims = claims.filter { $0.stream != stream }
      if let row { names.insert(row) }
    case .named(let row): names.insert(row)
    case nil: break
    }
  }

  private mutating func join(_ event: RecordedEvent, _ chain: ChainID) {
    let stream = event.event.stream.key
    var state = ChainState(chain)
    state.join(event)
    for transaction in state.transactions.values {
      let key = TransactionKey(stream: stream, id: transaction.transactionID)
      if transactions[key]?.merge(transaction) == nil { transactions[key] = transaction }
    }
    chains[stream, default: ChainState(chain)].merge(state.withoutTransactions)
  }
}

extension ProjectedRows {
  /// Reads the stored rows. Throws `BrokenPromise` for a row that cannot be read.
  init(
    lane: Int16, after stream: UUID, upTo last: UUID, on connection: isolated Connection
  ) throws {
    for row in try connection.query(.replayChains, lane, stream, last) {
      let (stream, app, environment, id, bytes) = try row.decode(
        (UUID, BundleID, String, OriginalTransactionID, [UInt8]).self)
      let state = try Self.decode(ChainState.self, bytes, "chain", stream)
      guard state.chain == ChainID(stored: app, environment, id) else {
        throw RowComparison.broken(
          "chain", stream, "its state and its columns name different chains")
      }
      chains[stream] = state
    }
    for row in try connection.query(.replayTransactions, lane, stream, last) {
      let (stream, id, bytes) = try row.decode((UUID, TransactionID, [UInt8]).self)
      let state = try Self.decode(TransactionState.self, bytes, "chain_transaction", stream)
      transactions[TransactionKey(stream: stream, id: id)] = state
    }
    for row in try connection.query(.replayAccountChains, lane, stream, last) {
      let (stream, app, environment, id) = try row.decode(
        (UUID, BundleID, String, OriginalTransactionID).self)
      guard let chain = ChainID(stored: app, environment, id) else {
        throw RowComparison.broken(
          "account_chain", stream, "its environment is unknown")
      }
      claims.insert(OwnershipClaim(stream: stream, chain: chain))
    }
    names = Set(
      try connection.query(.replayAccountNaming, lane, stream, last).decode(NamingRow.self))
  }

  /// Compares these rows, which are expected, with stored ones. Throws the first difference.
  func compare(with found: ProjectedRows) throws(BrokenPromise) {
    try RowComparison.compare(chains, found.chains) { stream, finding in
      RowComparison.broken("chain", stream, finding)
    }
    try RowComparison.compare(transactions, found.transactions) { key, finding in
      RowComparison.broken("chain_transaction", key.stream, "transaction \(key.id) \(finding)")
    }
    if let claim = claims.subtracting(found.claims).first {
      throw RowComparison.broken(
        "account_chain", claim.stream,
        "chain \(claim.chain.originalTransactionID) is missing; a replay has it")
    }
    if let claim = found.claims.subtracting(claims).first {
      throw RowComparison.broken(
        "account_chain", claim.stream,
        "chain \(claim.chain.originalTransactionID) is there; a replay has none")
    }
    if let row = names.subtracting(found.names).first {
      throw RowComparison.broken(
        "account_naming", row.stream, "name \(row.alias) is missing; a replay has it")
    }
    if let row = found.names.subtracting(names).first {
      throw RowComparison.broken(
        "account_naming", row.stream, "name \(row.alias) is there; a replay has none")
    }
  }

  private static func decode<State: Decodable>(
    _ type: State.Type, _ bytes: [UInt8], _ table: String, _ stream: UUID
  ) throws -> State {
    do {
      return try StoredState.decode(type, bytes)
    } catch {
      throw RowComparison.broken(table, stream, "its state cannot be read")
    }
  }
}
