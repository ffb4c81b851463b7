import Hummingbird
import JSONBytes
import Ledger
import Projections

/// The route that tells for which offers a player is eligible, as far as it follows from the ledger.
struct OfferRoutes: Sendable {
  let service: ReadService

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/accounts/{account}/offers", .get, use: offers)
  }

  @Sendable private func offers(_ request: Request, _ context: APIContext) async throws -> Response
  {
    let query = try Query(request, allowing: Query.reading)
    let (accounts, moment) = (try service.accounts(context, query), try service.moment(query))
    let name = try AccountID(in: context).rawValue
    try await service.wait(query)
    let answer = try await service.reader.offers.groups(
      of: accounts, at: moment, knownAt: try query.knownAt())
    let groups = answer.value.map(GroupOffersBody.init)
    let known = answer.known(accounts)
    return try TaggedAnswer.response(with: groups, known: known, to: request) { groups in
      OffersAnswer(
        account: name, at: moment.description,
        position: service.token(answer.position), known: known, groups: groups)
    }
  }
}

/// The JSON form of the offers of a subscription group.
private struct GroupOffersBody: Encodable {
  let subscriptionGroupId: String
  let environment: StoreEnvironment
  let productIds: [String]
  let introductory: String
  let winBack: String
  let winBackOfferIds: [String]
  let because: [String]

  init(_ offers: GroupOffers) {
    subscriptionGroupId = offers.group.rawValue
    environment = offers.environment
    productIds = offers.products.map(\.rawValue)
    introductory = offers.introductory.rawValue
    winBack = offers.winBack.rawValue
    winBackOfferIds = offers.winBackOffers
    because = offers.because.map(\.description)
  }
}

private struct OffersAnswer: Encodable {
  let account: String
  let at: String
  let position: String
  /// False if no write ever named the account; nil otherwise.
  let known: Bool?
  let groups: EncodedPart
}
