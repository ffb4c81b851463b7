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
          account: player.account.rawValue, appAccountToken: token.uuidString.lowercased(),
          environments: brought.map(BroughtBody.init),
          position: service.token(position)))
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
      WithdrawalAnswer(
        account: player.account.rawValue, appAccountToken: token.uuidString.lowercased(),
        environments: kept.map(WithdrawalAnswer.Environment.init),
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

private struct TokenAnswer: Encodable {
  let account: String
  let appAccountToken: String
  let state = "registered"
  let environments: [BroughtBody]
  let position: String

  private enum CodingKeys: CodingKey {
    case account, appAccountToken, state, environments, position
  }
}

private struct WithdrawalAnswer: Encodable {
  struct Environment: Encodable {
    let environment: StoreEnvironment
    /// The purchases of the token, which stay with the account.
    let kept: [String]

    init(_ kept: TokenChains) {
      environment = kept.environment
      self.kept = kept.chains.map(\.rawValue)
    }
  }

  let account: String
  let appAccountToken: String
  let state = "withdrawn"
  let environments: [Environment]
  let position: String

  private enum CodingKeys: CodingKey {
    case account, appAccountToken, state, environments, position
  }
}
