import Foundation
import HTTPTypes
import Hummingbird
import Intake
import Ledger
import Outbox
import Projections

/// The route by which a game links a purchase to an account by its id.
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
    let id = try LinkBody(reading: try await body(of: request)).id()
    let answer = try await links.link(
      account.account, to: id, of: account.bundleID,
      in: account.environment)
    switch answer {
    case .pending(let job):
      return try JSONAnswer.response(
        LinkPendingAnswer(
          id: job.description, account: account.account.rawValue, originalTransactionId: id.rawValue
        ),
        status: .accepted)
    case .decided(.linked(let position)):
      return try JSONAnswer.response(
        LinkAnswer(
          account: account.account.rawValue, originalTransactionId: id.rawValue,
          position: service.token(position)))
    case .decided(.rejected(let rejection)):
      throw AccountProblems.problem(of: rejection, now: service.now())
    case .decided(.unknown):
      throw AccountProblems.purchaseNotFound(in: [account.environment])
    }
  }

  private func body(of request: Request) async throws -> [UInt8] {
    try await WholeBody.read(request, upTo: Self.bodySizeMax)
  }
}

private struct LinkBody: StrictBody {
  let originalTransactionId: String

  static let fields: [BodyField] = [.required("originalTransactionId", .string)]

  func id() throws(Problem) -> OriginalTransactionID {
    OriginalTransactionID(try PlainName.checked(originalTransactionId, "originalTransactionId"))
  }
}

private struct LinkAnswer: Encodable {
  let account: String
  let originalTransactionId: String
  let state = "linked"
  let position: String

  private enum CodingKeys: CodingKey {
    case account, originalTransactionId, state, position
  }
}

/// The answer while Apple is asked about the purchase. Afterwards the purchase is linked, if it has
/// no owner.
private struct LinkPendingAnswer: Encodable {
  let id: String
  let account: String
  let originalTransactionId: String
  let state = SubmissionState.pending

  private enum CodingKeys: CodingKey {
    case id, account, originalTransactionId, state
  }
}
