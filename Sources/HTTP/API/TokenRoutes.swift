import Foundation
import Hummingbird
import Intake
import Ledger
import Projections

/// The routes by which a game registers its accounts' tokens, and an operator withdraws one.
struct TokenRoutes: Sendable {
  private static let bodySizeMax = 16 * 1_024

  let service: ReadService
  let intake: Intake

  func add(
    registering: some RouterMethods<APIContext>, withdrawing: some RouterMethods<APIContext>
  ) {
    registering.route("/v1/accounts/{account}/tokens", .post, use: register)
    withdrawing.route("/v1/accounts/{account}/tokens/{token}", .delete, use: withdraw)
  }

  @Sendable private func register(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let player = try await service.writtenPlayer(
      context, try Query(request, allowing: [.app, .environment]))
    let body = try await WholeBody.read(request, upTo: Self.bodySizeMax)
    let token = try TokenBody(reading: body).appAccountToken
    let outcome = try await intake.tokens.register(
      token: token, for: player.account, of: player.bundleID, in: player.environments)
    switch outcome {
    case .ofAnotherAccount(let environment):
      throw AccountProblems.tokenOfAnotherAccount(in: environment)
    case .takenMeanwhile(let taken):
      throw AccountProblems.tokenTaken(in: taken, of: player.environments)
    case .registered(let brought, let position):
      return try JSONAnswer.response(
        TokenAnswer(
          .registered, token, to: player.account,
          in: brought.map(EnvironmentPurchases.init(brought:)), position: service.token(position)))
    }
  }

  @Sendable private func withdraw(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let player = try service.player(context, try Query(request, allowing: [.app, .environment]))
    guard let token = try context.part("token").flatMap(UUID.init(uuidString:)) else {
      throw Problem.badRequest("invalid_token", "The token in the address must be a UUID.")
    }
    let bytes = try await WholeBody.read(request, upTo: Self.bodySizeMax)
    let body = try bytes.isEmpty ? nil : WithdrawalBody(reading: bytes)
    try PlainName.check(["author": body?.author, "reason": body?.reason])
    let keyID = context.caller.keyID ?? ""
    let outcome = try await intake.tokens.withdraw(
      token: token, from: player.account, of: player.bundleID, in: player.environments,
      author: body?.author ?? "API key \(keyID)",
      reason: body?.reason ?? "withdrawn through the API")
    guard case .withdrawn(let kept, let position) = outcome else {
      throw AccountProblems.tokenNotOfAccount
    }
    return try JSONAnswer.response(
      TokenAnswer(
        .withdrawn, token, to: player.account, in: kept.map(EnvironmentPurchases.init(kept:)),
        position: service.token(position)))
  }
}

private struct TokenBody: StrictBody {
  let appAccountToken: UUID

  static let fields: [BodyField] = [.required("appAccountToken", .uuid)]
}

private struct WithdrawalBody: StrictBody {
  let author: String?
  let reason: String?

  static let fields: [BodyField] = [.optional("author", .string), .optional("reason", .string)]
}
