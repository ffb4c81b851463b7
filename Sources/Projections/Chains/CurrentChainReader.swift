import EventStore
import Ledger
import Postgres

/// A reader of the chains of accounts, as the projection has them now.
struct CurrentChainReader: Sendable {
  /// The chains that are in memory at once, with all their transactions.
  static let pageChains = 100

  private let log: EventLog
  private let positions: ReadPositions
  private let sharedState: SharedStateCache
  private let claims: KnownClaims
  private let decoded = ChainRows.Decoded()

  init(log: EventLog, positions: ReadPositions, sharedState: SharedStateCache) {
    self.log = log
    self.positions = positions
    self.sharedState = sharedState
    claims = KnownClaims(in: log.memory)
  }

  /// Returns the answers to a question. Names, chains, shared state and position are of one moment.
  func answers<Value: Sendable>(
    to question: AccountQuestion<Value>
  ) async throws -> Answer<[Value]> {
    if let answer = try await guessedAnswers(to: question) { return answer }
    return try await pagedAnswers(to: question)
  }

  /// Returns the number of chains that an account had when it was last read; nil if it is unknown.
  func chainCount(of key: AccountKey) -> Int? {
    claims.chainCount(of: key.reference)
  }

  /// Returns these chains, without those that the projection does not have.
  func read(_ chains: Set<ChainID>) async throws -> [ChainState] {
    let rows = ChainRows(log: log, remembering: decoded)
    let question = rows.question(about: chains)
    return try rows.decode(question.answered(try await log.lookups.query(question.queries)[...]))
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
    let end = 2 + asked.count
    try names.apply(answers[2..<end], to: &accounts)
    guard accounts.wanted.isEmpty, let shared = try sharedState.shared(knownAt: answers[0]),
      case let pages = question.pages(of: accounts, chains: .max), let page = pages.first,
      page.chains == guess.chains
    else { return nil }
    var answered = question
    answered.answer(for: page, try chains.decode(told.answered(answers[end...])), shared)
    return Answer(
      answered.all, at: try positions.reached(from: answers[1]), unknown: answered.unknown)
  }

  /// Returns the answers as the projection has them now. While a page is read, the one before it is decoded, and
  /// the accounts of the one before that are answered.
  private func pagedAnswers<Value: Sendable>(
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
      return Answer(
        answered.all, at: try positions.reached(from: answers[1]), unknown: answered.unknown)
    }
  }
}
