import EventStore
import Foundation
package import Ledger
import Postgres

/// A reader of chains: those of an account, and single ones.
package struct ChainReader: Sendable {
  /// The chains of an account, with the state that all accounts share.
  private typealias Found = (chains: [ChainState], shared: SharedState)

  /// The number of chains from which an account is read by itself.
  private static let largeAccount = CurrentChainReader.pageChains / 4

  private let pool: Pool
  private let log: EventLog
  private let positions: ReadPositions
  private let current: CurrentChainReader
  private let batcher: ReadBatcher<AccountKey, Answer<Found>>

  init(pool: Pool, log: EventLog, positions: ReadPositions, sharedState: SharedStateCache) {
    self.pool = pool
    self.log = log
    self.positions = positions
    let current = CurrentChainReader(log: log, positions: positions, sharedState: sharedState)
    self.current = current
    let cores = ProcessInfo.processInfo.activeProcessorCount
    batcher = ReadBatcher(
      readsMax: max(1, min(cores, log.lookups.size) / 2), weightMax: CurrentChainReader.pageChains,
      isOfAll: Self.isOfDatabase
    ) { keys in
      let found = try await current.answers(
        to: AccountQuestion(of: keys) { _, chains, shared in (chains: chains, shared: shared) })
      return found.value.map { Answer($0, at: found.position) }
    }
  }

  /// Returns true for an error that any other read would meet, too.
  private static func isOfDatabase(_ error: any Error) -> Bool {
    switch error {
    case PostgresError.unavailable, PostgresError.poolExhausted, PostgresError.connectionLost: true
    default: false
    }
  }

  /// Returns the chains that belong to an account, under any of its names.
  ///
  /// - Parameter known: leaves out later records. The parameter has this meaning in every query of
  ///   the readers.
  package func chains(
    of key: AccountKey, knownAt known: Instant? = nil
  ) async throws -> Answer<[ChainState]> {
    try await answer(of: key, knownAt: known) { _, chains, _ in chains }
  }

  /// Returns the answer of a rule about the chains of one account. Concurrent requests are batched, except those about
  /// new and large accounts, whose reads take longer.
  func answer<Value: Sendable>(
    of key: AccountKey, knownAt known: Instant?,
    by rule: @escaping AccountQuestion<Value>.Rule
  ) async throws -> Answer<Value> {
    guard known == nil, let count = current.chainCount(of: key), count < Self.largeAccount else {
      let answer = try await answers(of: [key], knownAt: known, by: rule)
      return Answer(answer.value[0], at: answer.position)
    }
    let found = try await batcher.value(of: key, weight: max(1, count))
    return Answer(rule(key, found.value.chains, found.value.shared), at: found.position)
  }

  /// Returns the answers of a rule about the chains of several accounts, in the order of the accounts.
  /// The rule sees the chains that belong to each account, under any of its names, and the shared
  /// state. Names, chains, shared state and position are of one moment.
  func answers<Value: Sendable>(
    of keys: [AccountKey], knownAt known: Instant?,
    by rule: @escaping AccountQuestion<Value>.Rule
  ) async throws -> Answer<[Value]> {
    let question = AccountQuestion(of: keys, rule)
    guard let known else { return try await current.answers(to: question) }
    return try await HistoricalReader(log, knownAt: known).answers(to: question)
  }

  /// Returns the known state of one chain; nil if the chain is unknown.
  package func purchase(
    _ chain: ChainID, knownAt known: Instant? = nil
  ) async throws -> Answer<ChainState>? {
    if let known {
      let past = try await HistoricalReader(log, knownAt: known)
      return try await past.chain(chain).map { Answer($0, at: past.reached) }
    }
    let position = try await positions.reached()
    return try await read([chain]).first.map { Answer($0, at: position) }
  }

  /// Returns the chain of a transaction; nil if the transaction is unknown.
  package func chain(
    of transaction: TransactionID, in app: BundleID, _ environment: StoreEnvironment
  ) async throws -> ChainID? {
    let rows = try await log.lookups.withConnection { [lanes = log.lanes] connection in
      try await connection.query(
        .chainOfTransaction, lanes, transaction.rawValue, app.rawValue, environment.rawValue)
    }
    return try rows.decode(OriginalTransactionID.self).first.map { ChainID(app, environment, $0) }
  }

  /// Returns the other chains of these chains' customers, whose service is counted together with
  /// theirs. Other accounts may own them.
  func otherChains(
    ofCustomersOf chains: [ChainState], in app: BundleID, _ environment: StoreEnvironment,
    knownAt known: Instant?
  ) async throws -> [ChainState] {
    let customers = Set(chains.compactMap(\.appTransactionID))
    guard !customers.isEmpty else { return [] }
    let found = try await pool.withConnection { [log] connection in
      try await connection.query(
        .customerChains, log.lanes, app.rawValue, environment.rawValue, customers.map(\.rawValue))
    }.decode(OriginalTransactionID.self)
    let others = Set(found.map { ChainID(app, environment, $0) }).subtracting(chains.map(\.chain))
    guard !others.isEmpty else { return [] }
    let states: [ChainState]
    if let known {
      states = try await HistoricalReader(log, knownAt: known).chains(others)
    } else {
      states = try await read(others.sorted())
    }
    return states.filter { state in state.appTransactionID.map(customers.contains) ?? false }
  }

  /// Returns chains as the projection has them now, without those that it does not have.
  func read(_ chains: [ChainID]) async throws -> [ChainState] {
    guard !chains.isEmpty else { return [] }
    return try await current.read(Set(chains))
  }
}

extension ChainID {
  /// Takes stored columns; nil for an environment of a newer writer.
  init?(stored app: BundleID, _ environment: String, _ id: OriginalTransactionID) {
    guard let environment = StoreEnvironment(rawValue: environment) else { return nil }
    self.init(app, environment, id)
  }
}
