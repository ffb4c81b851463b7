import EventStore
import Foundation
import Ledger
import Postgres

/// The chains of some refunds, and the coins that were taken back from their purchases.
struct RefundedChains: Sendable {
  struct Purchase: Hashable {
    let stream: UUID
    let transactionID: TransactionID
  }

  private let states: [UUID: ChainState]
  private let coins: [Purchase: [String]]

  /// Returns the chain of a refund; nil if there is none.
  subscript(refund: RefundRow) -> ChainState? { states[refund.stream] }

  /// Returns the coins that were taken back for a refund, as `50 gem, 3 gold`; empty for none.
  func coinsTakenBack(by refund: RefundRow) -> String {
    let purchase = Purchase(stream: refund.stream, transactionID: refund.transactionID)
    return (coins[purchase] ?? []).joined(separator: ", ")
  }
}

extension RefundedChains {
  /// Reads the chains as the projections have them now.
  static func present(
    of refunds: ArraySlice<RefundRow>, in app: BundleID, _ environment: StoreEnvironment,
    _ reader: Reader,
    _ pool: Pool
  ) async throws -> RefundedChains {
    let streams = Dictionary(
      refunds.map { (ChainID(app, environment, $0.chain), $0.stream) }, uniquingKeysWith: { $1 })
    let states = try await reader.chains.read(streams.keys.sorted())
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        .grantsRevoked, Set(refunds.map(\.lane)).sorted(), refunds.map(\.stream))
    }
    var coins: [Purchase: [String]] = [:]
    for (stream, id, coin, amount) in try rows.decode(
      (UUID, TransactionID, String, Int64).self)
    {
      coins[Purchase(stream: stream, transactionID: id), default: []].append("\(amount) \(coin)")
    }
    return RefundedChains(
      states: Dictionary(
        uniqueKeysWithValues: states.compactMap { state in
          streams[state.chain].map { ($0, state) }
        }), coins: coins)
  }

  /// Folds the chains from the log, as they were known at a position.
  static func recorded(
    of refunds: ArraySlice<RefundRow>, upTo position: Position, _ log: EventLog, _ pool: Pool
  ) async throws -> RefundedChains {
    let shared = SharedState(try await log.reading.shared(upTo: position.lanes[0] ?? 0))
    var states: [UUID: ChainState] = [:]
    var coins: [Purchase: [String]] = [:]
    for (lane, refunds) in Dictionary(grouping: refunds, by: \.lane) {
      let events = try await pool.withTransaction(.snapshot) { connection in
        let extent = try Replay(pool: pool, log: log, of: .grants).extent(lane, on: connection)
        return try await log.streams.events(
          ofStreams: Set(refunds.map(\.stream)).sorted(), lane: lane,
          upTo: position.lanes[lane] ?? 0, passing: extent.deadLetters, on: connection)
      }
      for history in ChainEvents.histories(of: events) {
        states[history.stream] = history.state
        for (purchase, amounts) in GrantRows(history, shared.applying(history)).takenBack {
          coins[Purchase(stream: history.stream, transactionID: purchase)] =
            amounts.sorted { $0.key.rawValue < $1.key.rawValue }.map {
              "\($0.value) \($0.key.rawValue)"
            }
        }
      }
    }
    return RefundedChains(states: states, coins: coins)
  }
}

extension GrantRows {
  /// The coins that were taken back, by purchase and coin.
  fileprivate var takenBack: [TransactionID: [Coin: Int64]] {
    grants.values.reduce(into: [:]) { sums, grant in
      guard grant.revokedAmount > 0 else { return }
      sums[grant.transactionID, default: [:]][grant.coin, default: 0] += grant.revokedAmount
    }
  }
}
