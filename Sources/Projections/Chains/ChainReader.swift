import EventStore
package import Ledger
import Postgres

/// A reader of chains: those of an account, and single ones.
package struct ChainReader: Sendable {
  /// The chains that are in memory at once, with all their transactions.
  private static let pageChains = 100

  private let pool: Pool
  private let log: EventLog
  private let positions: ReadPositions
  private let sharedState: SharedStateCache
  private let claims: KnownClaims
  private let decoded = ChainRows.Decoded()

  init(pool: Pool, log: EventLog, positions: ReadPositions, sharedState: SharedStateCache) {
    self.pool = pool
    self.log = log
    self.positions = positions
    self.sharedState = sharedState
    claims = KnownClaims(in: log.memory)
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

  /// Returns the answer of a rule about the chains of one account.
  func answer<Value: Sendable>(
    of key: AccountKey, knownAt known: Instant?,
    by rule: @escaping AccountQuestion<Value>.Rule
  ) async throws -> Answer<Value> {
    let answer = try await answers(of: [key], knownAt: known, by: rule)
    return Answer(answer.value[0], at: answer.position)
  }

  /// Returns the answers of a rule about the chains of several accounts, in the order of the accounts.
  /// The rule sees the chains that belong to each account, under any of its names, and the shared
  /// state. Names, chains, shared state and position are of one moment.
  func answers<Value: Sendable>(
    of keys: [AccountKey], knownAt known: Instant?,
    by rule: @escaping AccountQuestion<Value>.Rule
  ) async throws -> Answer<[Value]> {
    let question = AccountQuestion(of: keys, rule)
    guard let known else {
      if let answer = try await guessedAnswers(to: question) { return answer }
      return try await presentAnswers(to: question)
    }
    return try await HistoricalReader(log, knownAt: known).answers(to: question)
  }

  /// Returns the answers as the projection has them now, by one round trip, which asks for what the accounts had
  /// when they were last read. Returns nil if that is not known, or not so any more.
  private func guessedAnswers<Value: Sendable>(
    to question: AccountQuestion<Value>
  ) async throws -> Answer<[Value]>? {
    guard let guess = claims.guess(about: question.names), guess.chains.count <= Self.pageChains
    else { return nil }
    let (names, chains) = (
      AccountRows(log: log), ChainRows(log: log, remembering: decoded)
    )
    var accounts = AccountSearch(guess.names.union(question.names))
    let (asked, told) = (names.queries(about: accounts), chains.question(about: guess.chains))
    let answers = try await log.lookups.query(
      [SharedStateCache.query, positions.query] + asked + told.queries)
    try names.apply(answers[2..<4], to: &accounts)
    guard accounts.wanted.isEmpty, let shared = try sharedState.shared(knownAt: answers[0]),
      case let pages = question.pages(of: accounts, chains: .max), let page = pages.first,
      page.chains == guess.chains
    else { return nil }
    var answered = question
    answered.answer(for: page, try chains.decode(told.answered(answers[4...])), shared)
    return Answer(answered.all, at: try positions.reached(from: answers[1]))
  }

  /// Returns the answers as the projection has them now. While a page is read, the one before it is decoded, and
  /// the accounts of the one before that are answered.
  private func presentAnswers<Value: Sendable>(
    to question: AccountQuestion<Value>
  ) async throws -> Answer<[Value]> {
    let generation = sharedState.generation
    return try await log.lookups.withTransaction(.snapshot) {
      [log, positions, sharedState, claims, decoded] connection in
      let rows = ChainRows(log: log, remembering: decoded)
      let (accounts, answers) = try AccountRows(log: log).find(
        question.names, after: [SharedStateCache.query, positions.query], on: connection)
      let shared = try await sharedState.shared(
        after: answers[0], since: generation, on: connection)
      claims.note(question.names, in: accounts)
      var answered = question
      var pages = question.pages(of: accounts, chains: Self.pageChains)[...]
      guard var page = pages.popFirst() else {
        return Answer([], at: try positions.reached(from: answers[1]))
      }
      var undecoded = try rows.rows(of: page.chains, isLast: pages.isEmpty, on: connection)
      var decoded: (page: AccountQuestion<Value>.Page, chains: [ChainState])?
      while let next = pages.popFirst() {
        let present = undecoded
        async let chains = rows.decode(present)
        undecoded = try rows.rows(of: next.chains, isLast: pages.isEmpty, on: connection)
        if let decoded { answered.answer(for: decoded.page, decoded.chains, shared) }
        decoded = (page, try await chains)
        page = next
      }
      if let decoded { answered.answer(for: decoded.page, decoded.chains, shared) }
      answered.answer(for: page, try rows.decode(undecoded), shared)
      return Answer(answered.all, at: try positions.reached(from: answers[1]))
    }
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
    of transaction: TransactionID, in environment: StoreEnvironment
  ) async throws -> ChainID? {
    let rows = try await log.lookups.withConnection { [lanes = log.lanes] connection in
      try await connection.query(.chainOfTransaction, lanes, transaction.rawValue)
    }
    return try rows.decode((String, OriginalTransactionID).self)
      .compactMap { ChainID(stored: $0, $1) }.first { $0.environment == environment }
  }

  /// Returns the other chains of these chains' customers, whose service is counted together with
  /// theirs. Other accounts may own them.
  func otherChains(
    ofCustomersOf chains: [ChainState], in environment: StoreEnvironment, knownAt known: Instant?
  ) async throws -> [ChainState] {
    let customers = Set(chains.compactMap(\.appTransactionID))
    guard !customers.isEmpty else { return [] }
    let found = try await pool.withConnection { [log] connection in
      try await connection.query(
        .customerChains, log.lanes, environment.rawValue, customers.map(\.rawValue))
    }.decode(OriginalTransactionID.self)
    let others = Set(found.map { ChainID(environment, $0) }).subtracting(chains.map(\.chain))
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
    let rows = ChainRows(log: log, remembering: decoded)
    let question = rows.question(about: Set(chains))
    return try rows.decode(question.answered(try await log.lookups.query(question.queries)[...]))
  }
}

extension ChainID {
  /// Takes stored columns; nil for an environment of a newer writer.
  init?(stored environment: String, _ id: OriginalTransactionID) {
    guard let environment = StoreEnvironment(rawValue: environment) else { return nil }
    self.init(environment, id)
  }
}
