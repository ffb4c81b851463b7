import Hummingbird
import Ledger
import Projections

/// The route that reads a purchase chain by the id of its first transaction.
struct PurchaseRoutes: Sendable {
  let service: ReadService

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/purchases/{originalTransactionId}", .get, use: purchase)
  }

  /// Answers with the purchase of an id: of several, in several environments, with Production's.
  @Sendable private func purchase(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let query = try Query(request, allowing: Query.reading)
    let (app, environments) = try service.places(context, query)
    let (moment, known) = (try service.moment(query), try query.knownAt())
    try await service.wait(query)
    guard let id = try context.part("originalTransactionId"), PlainName.fault(seeking: id) == nil,
      let answer = try await first(
        of: environments.map { ChainID(app, $0, OriginalTransactionID(id)) },
        knownAt: known)
    else {
      throw AccountProblems.purchaseNotFound(in: environments)
    }
    let account = try await service.reader.names.account(of: answer.value, knownAt: known)
    let shared = try await service.reader.shared.state(knownAt: known)
    let body = PurchaseBody(
      answer.value, of: account, at: moment, catalogs: shared.catalogs(of: app),
      position: service.reader.positions.token(answer.position))
    return try TaggedAnswer.response(body, content: body.content, to: request)
  }

  /// Returns the first of some chains that the ledger knows.
  private func first(
    of chains: [ChainID], knownAt known: Instant?
  ) async throws -> Answer<ChainState>? {
    for chain in chains {
      if let answer = try await service.reader.chains.purchase(chain, knownAt: known) {
        return answer
      }
    }
    return nil
  }
}
