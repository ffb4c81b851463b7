import EventStore
import Foundation
package import Ledger
import Postgres

/// A reader of chains: those of an account, and single ones.
package struct ChainReader: Sendable {
  /// The chains and promotions of an account, with the state that all accounts share.
  private typealias Found = (
    chains: [ChainState], promotions: [Promotion], shared: SharedState
  )

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
        to: AccountQuestion(of: keys) { _, chains, promotions, shared in
          (chains: chains, promotions: promotions, shared: shared)
        })
      return found.value.map { Answer($0, at: found.position, unknown: found.unknown) }
    }
  }

  /// Returns true for an error that any other read would meet, too.
  private static func isOfDatabase(_ error: any Error) -> Bool {
    switch error {
    case PostgresError.unavailable, PostgresError.refused, PostgresError.poolExhausted,
      PostgresError.connectionLost:
      true
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
    try await answer(of: key, knownAt: known) { _, chains, _, _ in chains }
  }

  /// Returns the answer of a rule about the chains of one account. Concurrent requests are batched, except those about
  /// new and large accounts, whose reads take longer.
  func answer<Value: Sendable>(
    of key: AccountKey, knownAt known: Instant?,
    by rule: @escaping AccountQuestion<Value>.Rule
  ) async throws -> Answer<Value> {
    guard known == nil, let count = current.chainCount(of: key), count < Self.largeAccount else {
      let answer = try await answers(of: [key], knownAt: known, by: rule)
      return Answer(answer.value[0], at: answer.position, unknown: answer.unknown)
    }
    let found = try await batcher.value(of: key, weight: max(1, count))
    let (chains, promotions, shared) = found.value
    return Answer(
      rule(key, chains, promotions, shared), at: found.position,
      unknown: found.unknown.intersection([key]))
  }

  /// Returns the answers of a rule about the chains of several accounts, in the order of the accounts.
  /// The rule sees the chains that belong to each account and its promotions, under any of its names,
  /// and the shared state. All of them and the position are of one moment.
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

  /// Returns the transactions that tell a line item's id, with their chains.
  package func transactions(
    ofLineItem lineItem: String, in app: BundleID, _ environment: StoreEnvironment
  ) async throws -> [(chain: ChainID, transaction: TransactionID)] {
    let rows = try await log.lookups.withConnection { [lanes = log.lanes] connection in
      try await connection.query(
        .chainsOfLineItem, lanes, lineItem, app.rawValue, environment.rawValue)
    }
    return try rows.decode((OriginalTransactionID, TransactionID).self).map {
      (ChainID(app, environment, $0), $1)
    }
  }

  /// Returns the other chains of these chains' customers, whose service is counted together with
  /// theirs. Other accounts may own them.
  ///
  /// - Parameter byAnyPurchase: true also for customers without a subscription among the chains.
  func otherChains(
    ofCustomersOf chains: [ChainState], byAnyPurchase: Bool = false, in app: BundleID,
    _ environment: StoreEnvironment, knownAt moment: Instant?
  ) async throws -> [ChainState] {
    var (found, open) = (
      [ChainState](), chains.filter { byAnyPurchase || $0.hasSubscription }
    )
    var (known, asked) = (Set(chains.map(\.chain)), Set<CustomerLinks.Name>())
    while case let names = Set(open.flatMap { CustomerLinks(of: $0).names }).subtracting(asked),
      !names.isEmpty
    {
      asked.formUnion(names)
      let new = try await chainIDs(of: names, in: app, environment).subtracting(known)
      guard !new.isEmpty else { break }
      known.formUnion(new)
      if let moment {
        open = try await HistoricalReader(log, knownAt: moment).chains(new)
      } else {
        open = try await read(new.sorted())
      }
      found += open
    }
    let own = Set(chains.map(\.chain))
    return Customer.grouping(chains + found).flatMap { customer, chains in
      own.isDisjoint(with: customer.chains) ? [] : chains.filter { !own.contains($0.chain) }
    }
  }

  /// Returns the chains of customers by their names, and those that are named themselves.
  private func chainIDs(
    of names: Set<CustomerLinks.Name>, in app: BundleID, _ environment: StoreEnvironment
  ) async throws -> Set<ChainID> {
    let names = Array(names)
    let found = try await pool.withConnection { [log] connection in
      try await connection.query(
        .customerChains, log.lanes, app.rawValue, environment.rawValue, names.map(\.text),
        names.map(\.isChain))
    }.decode(OriginalTransactionID.self)
    let named = names.compactMap { name in
      if case .chain(let chain) = name { chain } else { nil }
    }
    return Set(found.map { ChainID(app, environment, $0) }).union(named)
  }

  /// Returns chains as the projection has them now, without those that it does not have.
  func read(_ chains: [ChainID]) async throws -> [ChainState] {
    guard !chains.isEmpty else { return [] }
    return try await current.read(Set(chains))
  }
}

extension ChainState {
  fileprivate var hasSubscription: Bool {
    transactions.values.contains { $0.purchase.type == .autoRenewable }
  }
}

extension ChainID {
  /// Takes stored columns; nil for an environment of a newer writer.
  init?(stored app: BundleID, _ environment: String, _ id: OriginalTransactionID) {
    guard let environment = StoreEnvironment(rawValue: environment) else { return nil }
    self.init(app, environment, id)
  }
}
