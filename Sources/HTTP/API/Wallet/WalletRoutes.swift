import HTTPTypes
import Hummingbird
import Intake
import Ledger
import Projections

/// The routes of a wallet, which read its coins, spend, reserve, credit, reverse and adjust them once for
/// each key, and end each reservation once.
struct WalletRoutes: Sendable {
  private static let bodySizeMax = 16 * 1_024

  let service: ReadService
  let intake: Intake
  let seconds: SecondPersons

  /// Adjustments mint coins, and are for operators.
  func add(
    reading: some RouterMethods<APIContext>, asking: some RouterMethods<APIContext>,
    adjusting: some RouterMethods<APIContext>
  ) {
    reading.route("/v1/accounts/{account}/wallet", .get, use: wallet)
    for verb in WalletVerb.allCases where verb != .adjust { add(verb, to: asking) }
    add(.adjust, to: adjusting)
  }

  private func add(_ verb: WalletVerb, to router: some RouterMethods<APIContext>) {
    router.route("/v1/accounts/{account}/wallet/\(verb.rawValue)", .post) { request, context in
      try await ask(verb, request, context)
    }
  }

  /// Answers with the wallet of an account, or with those of all environments, each with its own coins.
  @Sendable private func wallet(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let query = try Query(request, allowing: Query.reading.union([.limit, .after]))
    let accounts = try service.accounts(context, query)
    let places = accounts.map(\.environment)
    let (limit, after) = (try query.limit(default: 100, max: 1_000), try query.entryAfter())
    let moment = try query.bookedUntil()
    try await service.requireRecorded(query)
    var (pages, position) = ([WalletPage](), [Int16: Int64]())
    var entries: [WalletEntryBody] = []
    for account in accounts {
      let (wallet, read) = try await service.wallet(
        of: account, knownAt: try query.knownAt(), present: intake.wallets)
      position.merge(read.lanes, uniquingKeysWith: min)
      let page = WalletPage(
        wallet, without: try await intake.catalogs.coinsKeptByGame(of: account.bundleID),
        until: moment, now: service.now(),
        before: after?.number(in: account.environment, of: places), limit: limit - entries.count)
      let sources = try await service.reader.walletSources.sources(of: page.entries)
      entries += page.entries.map { WalletEntryBody($0, sources[$0.number]) }
      pages.append(page)
    }
    let next = pages.next(amongMany: query.isOfAnyEnvironment)
    let body = WalletBody(
      pages, entries, next: next, account: try AccountID(in: context),
      known: try await known(accounts, pages, query),
      at: try service.moment(query), position: service.token(Position(position)))
    var response = try TaggedAnswer.response(body, content: body.content, to: request)
    if let next { NextPage(of: request, after: "\(next)").add(to: &response) }
    return response
  }

  /// Returns false if no write ever named the account of some wallets; nil otherwise. Names are read only where
  /// the wallets are empty.
  private func known(
    _ accounts: [AccountKey], _ pages: [WalletPage], _ query: Query
  ) async throws -> Bool? {
    guard pages.allSatisfy({ $0.balances.isEmpty && $0.entries.isEmpty }) else { return nil }
    for account in accounts {
      let known = try await service.reader.names.resolve(
        account.reference, knownAt: try query.knownAt())
      if known.isKnown { return nil }
    }
    return false
  }

  private func ask(
    _ verb: WalletVerb, _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let account = try await service.writtenAccount(
      context, try Query(request, allowing: [.app, .environment]))
    let key = verb.isKeyed ? try IdempotencyHeader.key(of: request) : nil
    let body = try WalletRequestBody(
      reading: try await WholeBody.read(request, upTo: Self.bodySizeMax), for: verb)
    var second: ActAuthor?
    if let need = Self.need(of: body.action) {
      second = try await seconds.person(
        of: request, context, for: need, in: account.bundleID, account.environment)
    }
    let command = WalletCommand(
      body.action, key: key, reference: body.reference,
      apiKey: verb == .adjust ? context.caller.keyID : nil, secondPerson: second,
      expiresIn: body.expiresIn)
    let answered = try await intake.walletDecisions.ask(
      command, of: account.account, in: account.bundleID, environment: account.environment,
      within: try context.reach.ofKey())
    switch answered.answer {
    case .booked(let entry):
      return try JSONAnswer.response(BookedEntryBody(entry, bringing: answered.brought))
    case .repeated(let entry):
      return try JSONAnswer.response(
        BookedEntryBody(entry, bringing: answered.brought), headers: IdempotencyHeader.hit)
    case .conflict: throw WalletProblems.idempotencyKeyReused
    case .rejected(let rejection): throw try WalletProblems.problem(of: rejection)
    }
  }

  /// Returns what may need a second person; nil for what players do themselves.
  private static func need(of action: WalletCommand.Action) -> SecondPersonPolicy.Need? {
    switch action {
    case .adjust(_, let amount, _, _): .adjust(amount)
    case .credit(_, let amount, _): .credit(amount)
    default: nil
    }
  }
}

extension ReadService {
  /// Returns the wallet of an account, or of the account behind an alias, and the position that it covers.
  ///
  /// - Parameters:
  ///   - known: leaves out what was recorded later, and reads the log itself; nil for the present wallet.
  ///   - wallets: the present wallets.
  func wallet(
    of account: AccountKey, knownAt known: Instant?, present wallets: Wallets
  ) async throws -> (wallet: Wallet, position: Position) {
    guard let known else {
      return try await wallets.wallet(
        of: account.reference, in: account.bundleID, environment: account.environment)
    }
    let told = try await reader.wallets.wallet(of: account, knownAt: known)
    return (told.wallet, told.position)
  }
}

extension [WalletPage] {
  /// The place of the next page; nil if no wallet has further entries.
  fileprivate func next(amongMany: Bool) -> WalletCursor? {
    guard contains(where: \.hasMore) else { return nil }
    return last { !$0.entries.isEmpty }?.entries.last
      .map { WalletCursor($0, amongMany: amongMany) }
  }
}

extension Query {
  /// Returns the entry that ended the previous page.
  fileprivate func entryAfter() throws(Problem) -> WalletCursor? {
    guard let text = self[.after] else { return nil }
    guard let cursor = WalletCursor(text, amongMany: isOfAnyEnvironment) else {
      throw Query.bad(.after, "must be a `next` that this server answered")
    }
    return cursor
  }
}
