import EventStore
import Foundation
import Ledger
import Postgres

/// The stored chain states: one row for the chain, one for each transaction.
struct ChainRows: Sendable {
  let log: EventLog
  private let decoded: Decoded?

  /// The states that were decoded last.
  final class Decoded: Sendable {
    fileprivate let chains = DecodedStates<ChainState>()
    fileprivate let transactions = DecodedStates<TransactionState>()
  }

  /// - Parameter decoded: remembers states for readers of the same chains; nil to decode each row.
  init(log: EventLog, remembering decoded: Decoded? = nil) {
    self.log = log
    self.decoded = decoded
  }

  /// The rows of chains that are not decoded yet.
  struct Undecoded: Sendable {
    fileprivate let places: [Place]
    fileprivate let rows: [Rows]
  }

  /// The queries for chains, which can be sent together with others.
  struct Question: Sendable {
    fileprivate let places: [Place]
    /// Empty for no chains.
    let queries: [Call]

    /// Takes the answers to the queries.
    func answered(_ rows: ArraySlice<Rows>) -> Undecoded {
      Undecoded(places: places, rows: Array(rows))
    }
  }

  func question(about chains: Set<ChainID>) -> Question {
    let places = places(chains.sorted())
    return Question(places: places, queries: places.isEmpty ? [] : queries(for: places))
  }

  /// Reads the rows of these chains within the connection's transaction, which is of one moment.
  ///
  /// - Parameter isLast: true to end the transaction with it.
  func rows(
    of chains: Set<ChainID>, isLast: Bool, on connection: isolated Connection
  ) throws -> Undecoded {
    let question = question(about: chains)
    guard !question.queries.isEmpty else { return question.answered([]) }
    let rows =
      isLast
      ? try connection.queryAndCommit(question.queries) : try connection.query(question.queries)
    return question.answered(rows[...])
  }

  /// Decodes chains, outside of the connection. An unknown chain is left out.
  func decode(_ undecoded: Undecoded) throws -> [ChainState] {
    guard !undecoded.places.isEmpty else { return [] }
    return try states(of: undecoded.places, from: undecoded.rows)
  }

  private func queries(for places: [Place]) -> [Call] {
    [
      query(for: places),
      Call(.chainTransactionsRead, places.map(\.lane), places.map(\.stream)),
    ]
  }

  private func states(of places: [Place], from rows: [Rows]) throws -> [ChainState] {
    var states: [ChainID: ChainState] = [:]
    for (_, _, bytes) in try rows[0].decode((Int16, UUID, [UInt8]).self) {
      states.merge(
        try decoded?.chains.state(bytes) ?? StoredState.decode(ChainState.self, bytes))
    }
    let chains = Dictionary(uniqueKeysWithValues: places.map { ($0.stream, $0.chain) })
    for (_, stream, bytes) in try rows[1].decode((Int16, UUID, [UInt8]).self) {
      guard let chain = chains[stream] else { continue }
      states[chain, default: ChainState(chain)].merge(
        try decoded?.transactions.state(bytes)
          ?? StoredState.decode(TransactionState.self, bytes))
    }
    return states.values.sorted { $0.chain < $1.chain }
  }

  /// The state of a chain, with those of its transactions whose rows are to be written.
  struct Changed {
    let stream: UUID
    let state: ChainState
    let transactions: Set<TransactionID>
  }

  /// Writes the states of chains of one lane.
  func write(_ changed: [Changed], in lane: Int16, on connection: isolated Connection) throws {
    guard !changed.isEmpty else { return }
    try connection.post(
      .chainsWrite, lane, changed.map(\.stream), changed.map(\.state.chain.bundleID.rawValue),
      changed.map(\.state.chain.environment.rawValue),
      changed.map(\.state.chain.originalTransactionID.rawValue),
      try changed.map { try StoredState.encode($0.state.withoutTransactions) })
    let transactions = changed.flatMap { item in
      item.transactions.sorted().compactMap { id in
        item.state.transactions[id].map { (stream: item.stream, state: $0) }
      }
    }
    guard !transactions.isEmpty else { return }
    try connection.post(
      .chainTransactionsWrite, lane, transactions.map(\.stream),
      transactions.map(\.state.transactionID.rawValue),
      try transactions.map { try StoredState.encode($0.state) })
  }

  fileprivate struct Place {
    let chain: ChainID
    let lane: Int16
    let stream: UUID
  }

  private func places(_ chains: [ChainID]) -> [Place] {
    chains.map { chain in
      let stream = StreamID.chain(chain)
      return Place(chain: chain, lane: log.lane(of: stream), stream: stream.key)
    }
  }

  private func query(for places: [Place]) -> Call {
    Call(.chainsRead, places.map(\.lane), places.map(\.stream))
  }
}

extension [ChainID: ChainState] {
  fileprivate mutating func merge(_ state: ChainState) {
    self[state.chain, default: ChainState(state.chain)].merge(state)
  }
}
