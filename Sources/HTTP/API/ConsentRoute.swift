import Foundation
import HTTPTypes
import Hummingbird
import Intake
import Ledger
import Projections

/// The route that records an account's consent to tell Apple how much of its purchases was used.
struct ConsentRoute: Sendable {
  private static let bodySizeMax = 16 * 1_024

  let service: ReadService
  let intake: Intake

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/accounts/{account}/consent", .put, use: consent)
  }

  @Sendable private func consent(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let account = try await service.writtenAccount(
      context, try Query(request, allowing: [.app, .environment]))
    let body = try ConsentBody(reading: try await WholeBody.read(request, upTo: Self.bodySizeMax))
    let position = try await intake.consents.record(
      body.consumption, by: account.account, of: account.bundleID, in: account.environment)
    return try JSONAnswer.response(
      ConsentAnswer(
        account: account.account.rawValue, consumption: body.consumption,
        position: service.token(position)))
  }
}

private struct ConsentBody: StrictBody {
  let consumption: Bool

  enum CodingKeys: String, CodingKey, CaseIterable { case consumption }
  static let form = "{\"consumption\": true}"
}

private struct ConsentAnswer: Encodable {
  let account: String
  let consumption: Bool
  let position: String
}
