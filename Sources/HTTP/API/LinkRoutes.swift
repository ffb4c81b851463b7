import Access
import HTTPTypes
import Hummingbird
import Intake
import Ledger
import Outbox
import Projections

/// The route that links a purchase to an account by its id for a game, and moves it there for customer support.
struct LinkRoutes: Sendable {
  private static let bodySizeMax = 16 * 1_024

  let service: ReadService
  let intake: Intake
  let links: LinkService

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/accounts/{account}/purchases", .post, use: link)
  }

  @Sendable private func link(_ request: Request, _ context: APIContext) async throws -> Response {
    let account = try await service.writtenAccount(
      context, try Query(request, allowing: [.app, .environment]))
    let body = try LinkBody(reading: try await body(of: request))
    let id = try body.id()
    let (answer, brought) = try await decide(body, on: id, for: account, context)
    let environments = [EnvironmentPurchases](broughtAlong: brought.chains)
    switch answer {
    case .pending(let job):
      return try JSONAnswer.response(
        LinkPendingAnswer(
          id: job.description, account: account.account.rawValue,
          originalTransactionId: id.rawValue, environments: environments),
        status: .accepted)
    case .decided(.linked(let chain, let position)):
      return try JSONAnswer.response(
        LinkAnswer(
          linked: chain, to: account.account, bringing: brought.chains,
          position: service.token(brought.covering(position))))
    case .decided(.rejected(let rejection)):
      throw AccountProblems.problem(of: rejection, now: service.now())
    case .decided(.unknown):
      throw AccountProblems.purchaseNotFound(in: [account.environment])
    }
  }

  /// Links by the app's policy, or whatever it says if the body has the reason of a person.
  private func decide(
    _ body: LinkBody, on id: OriginalTransactionID, for account: AccountKey, _ context: APIContext
  ) async throws -> (answer: LinkService.Answer, brought: BroughtAlong) {
    let reason = try body.checkedReason()
    try context.require(reason == nil ? .ingest : .support)
    if body.withCoins == true { try context.require(.grants) }
    let author = try context.author(body.by).name
    let brought = try await intake.names.makeKnown(
      account.account, of: account.bundleID, for: account.environment,
      within: try context.reach.ofKey())
    guard let reason else {
      let answer = try await links.link(
        account.account, to: id, of: account.bundleID, in: account.environment)
      return (answer, brought)
    }
    let outcome = try await links.assign(
      id, to: account.account, of: account.bundleID, in: account.environment,
      withCoins: body.withCoins ?? false, author: author, reason: reason)
    return (.decided(outcome), brought)
  }

  private func body(of request: Request) async throws -> [UInt8] {
    try await WholeBody.read(request, upTo: Self.bodySizeMax)
  }
}

private struct LinkBody: StrictBody {
  let originalTransactionId: String
  let reason: String?
  let by: String?
  let withCoins: Bool?

  static let fields: [BodyField] = [
    .required("originalTransactionId", .string), .optional("reason", .string),
    .optional("by", .string), .optional("withCoins", .bool),
  ]

  /// Returns the reason of a person who links whatever the policy says; nil for a game's own link.
  func checkedReason() throws(Problem) -> String? {
    if let reason { return try PlainName.checked(reason, "reason") }
    let others = [("by", by != nil), ("withCoins", withCoins != nil)]
    let faults = others.filter(\.1).map { name, _ in
      FieldFault(name, "goes with a `reason`: send one, or leave this out")
    }
    guard faults.isEmpty else { throw .invalid(faults) }
    return nil
  }

  func id() throws(Problem) -> OriginalTransactionID {
    OriginalTransactionID(try PlainName.checked(originalTransactionId, "originalTransactionId"))
  }
}

/// The answer while Apple is asked about the purchase. Afterwards the purchase is linked, if it has
/// no owner.
private struct LinkPendingAnswer: Encodable {
  let id: String
  let account: String
  let originalTransactionId: String
  let state = SubmissionState.pending
  let environments: [EnvironmentPurchases]

  private enum CodingKeys: CodingKey {
    case id, account, originalTransactionId, state, environments
  }
}
