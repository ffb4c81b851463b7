import Hummingbird
import Ledger
import Projections

/// The route that reads a purchase chain by the id of its first transaction.
struct PurchaseRoutes: Sendable {
  let service: ReadService

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/purchases/{originalTransactionId}", .get, use: purchase)
  }

  @Sendable private func purchase(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let query = try Query(request, allowing: Query.reading)
    let (app, environment) = try service.place(context, query)
    let moment = try service.moment(query)
    try await service.wait(query)
    guard let id = try context.part("originalTransactionId"), PlainName.fault(seeking: id) == nil,
      let answer = try await service.reader.chains.purchase(
        ChainID(app, environment, OriginalTransactionID(id)), knownAt: try query.knownAt())
    else {
      throw AccountProblems.purchaseNotFound(in: environment)
    }
    let account = try await service.reader.names.account(of: answer.value)
    let body = PurchaseBody(
      answer.value, of: account, at: moment,
      position: service.reader.positions.token(answer.position))
    return try TaggedAnswer.response(body, content: body.content, to: request)
  }
}
