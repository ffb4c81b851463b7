import Hummingbird
import Ledger
import Projections

/// One purchase chain, by the id of its first transaction.
struct PurchaseRoutes: Sendable {
  let desk: ReadingDesk

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/purchases/{originalTransactionId}", .get, use: purchase)
  }

  @Sendable private func purchase(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let query = try Query(request, allowing: Query.reading)
    let (app, moment) = (try query.app(among: desk.apps), try desk.moment(query))
    let environment = try query.environment() ?? .production
    try await desk.wait(query)
    guard let id = try context.part("originalTransactionId"), PlainName.allows(id),
      let answer = try await desk.reader.purchase(
        ChainID(environment, OriginalTransactionID(id)), knownAt: try query.knownAt()),
      app == nil || answer.value.bundleID == app
    else {
      throw Problem.purchaseNotFound(in: environment)
    }
    let account = try await desk.reader.account(of: answer.value)
    return try JSONAnswer.response(
      PurchaseBody(
        answer.value, of: account, at: moment, position: desk.reader.token(answer.position)))
  }
}
