import Hummingbird
import Intake
import Ledger
import Outbox
import Projections

/// The route that tells customer support what the ledger has of an account, in one answer.
struct AccountSummaryRoute: Sendable {
  let service: ReadService
  let intake: Intake
  let jobs: JobAdministration

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/accounts/{account}", .get, beside: [.delete], use: summary)
  }

  @Sendable private func summary(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let query = try Query(request, allowing: Query.reading)
    let (accounts, moment) = (try service.accounts(context, query), try service.moment(query))
    let known = try query.knownAt()
    try await service.wait(query)
    var places: [AccountSummaryBody.Place] = []
    for account in accounts {
      guard let heard = try await service.reader.names.heardOf(account, knownAt: known) else {
        continue
      }
      places.append(try await place(of: account, heard.account, query))
    }
    guard let first = accounts.first, !places.isEmpty else {
      throw AccountProblems.unknownAccount(in: accounts.map(\.environment))
    }
    let entitlements = try await service.entitlements(of: accounts, query, at: moment)
    let subscriptions = try await service.subscriptions(of: accounts, query, at: moment)
    let body = AccountSummaryBody(
      of: first.account, places, entitlements.value, subscriptions.value, at: moment,
      position: service.token(entitlements.position))
    return try TaggedAnswer.response(body, content: body.content, to: request)
  }

  private func place(
    of account: AccountKey, _ resolution: AccountResolution, _ query: Query
  ) async throws -> AccountSummaryBody.Place {
    let reader = service.reader
    let hidden = try await intake.catalogs.coinsKeptByGame(of: account.bundleID)
    let (wallet, _) = try await service.wallet(
      of: account, knownAt: try query.knownAt(), present: intake.wallets)
    let page = WalletPage(
      wallet, without: hidden, until: try query.bookedUntil(), now: service.now(), before: nil,
      limit: 1)
    var names = try await reader.names.names(of: resolution.names)
    names[account.reference] = account.account
    return AccountSummaryBody.Place(
      environment: account.environment, account: names[resolution.account],
      aliases: resolution.names.subtracting([resolution.account]).compactMap { names[$0] },
      consent: try await service.consent(
        resolution, at: try query.at(), knownAt: try query.knownAt()),
      balances: page.balances,
      jobs: try await jobs.waiting(
        for: account.account, named: resolution.names, limit: AccountSummaryBody.jobsMax))
  }
}
