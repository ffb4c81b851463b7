import Foundation
import HTTPTypes
import Hummingbird
import Intake
import Ledger
import Outbox
import Projections

/// The routes by which a game registers its accounts' tokens and links purchases to accounts.
struct LinkRoutes: Sendable {
  private static let bodySizeMax = 16 * 1_024

  let service: ReadService
  let intake: Intake
  let links: LinkService

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/accounts/{account}/tokens", .post, use: register)
    router.route("/v1/accounts/{account}/purchases", .post, use: link)
  }

  @Sendable private func register(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let account = try service.account(context, try Query(request, allowing: [.app, .environment]))
    let token = try TokenBody(reading: try await body(of: request)).appAccountToken
    let outcome = try await intake.register(
      token: token, for: account.account, of: account.bundleID, in: account.environment)
    guard case .registered(let brought, let position) = outcome else {
      throw Problem.tokenOfAnotherAccount
    }
    return try JSONAnswer.response(
      TokenAnswer(
        account: account.account.rawValue, appAccountToken: token.uuidString.lowercased(),
        brought: brought.map(\.rawValue), position: service.token(position)))
  }

  @Sendable private func link(_ request: Request, _ context: APIContext) async throws -> Response {
    let account = try service.account(context, try Query(request, allowing: [.app, .environment]))
    let id = try LinkBody(reading: try await body(of: request)).originalTransactionId
    let answer = try await links.link(
      account.account, to: OriginalTransactionID(id), of: account.bundleID,
      in: account.environment)
    switch answer {
    case .pending(let job):
      return try JSONAnswer.response(
        LinkPendingAnswer(
          id: job.description, account: account.account.rawValue, originalTransactionId: id),
        status: .accepted)
    case .decided(.linked(let position)):
      return try JSONAnswer.response(
        LinkAnswer(
          account: account.account.rawValue, originalTransactionId: id,
          position: service.token(position)))
    case .decided(.rejected(let rejection)): throw Problem(rejection, now: service.now())
    case .decided(.unknown): throw Problem.purchaseNotFound(in: account.environment)
    }
  }

  private func body(of request: Request) async throws -> [UInt8] {
    try await request.wholeBody(upTo: Self.bodySizeMax)
  }
}

private struct TokenBody: Decodable {
  let appAccountToken: UUID

  init(reading bytes: [UInt8]) throws(Problem) {
    do {
      self = try JSONDecoder().decode(TokenBody.self, from: Data(bytes))
    } catch {
      throw .badRequest(
        "unreadable_body", "The body must be JSON as {\"appAccountToken\": UUID}.")
    }
  }
}

private struct LinkBody: Decodable {
  let originalTransactionId: String

  init(reading bytes: [UInt8]) throws(Problem) {
    do {
      self = try JSONDecoder().decode(LinkBody.self, from: Data(bytes))
    } catch {
      throw .badRequest(
        "unreadable_body", "The body must be JSON as {\"originalTransactionId\": string}.")
    }
    guard PlainName.allows(originalTransactionId) else {
      throw .badRequest("invalid_body", "`originalTransactionId` \(PlainName.rule).")
    }
  }
}

private struct TokenAnswer: Encodable {
  let account: String
  let appAccountToken: String
  let state = "registered"
  /// The purchases that waited under the token until now.
  let brought: [String]
  let position: String

  private enum CodingKeys: CodingKey {
    case account, appAccountToken, state, brought, position
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

/// The answer while Apple is asked about the purchase. Afterwards the app's policy decides.
private struct LinkPendingAnswer: Encodable {
  let id: String
  let account: String
  let originalTransactionId: String
  let state = SubmissionState.pending

  private enum CodingKeys: CodingKey {
    case id, account, originalTransactionId, state
  }
}
