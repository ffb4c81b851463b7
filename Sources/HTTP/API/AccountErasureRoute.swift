import Hummingbird
import Ledger
import Outbox
import Projections

/// The route that erases a person, in every environment of the app that the key reaches unless the request
/// names one.
struct AccountErasureRoute: Sendable {
  private static let bodySizeMax = 16 * 1_024

  let service: ReadService
  let erasures: ErasureService

  func add(to router: some RouterMethods<APIContext>) {
    router.alsoRoute("/v1/accounts/{account}", .delete, use: erase)
  }

  @Sendable private func erase(_ request: Request, _ context: APIContext) async throws -> Response {
    let query = try Query(request, allowing: [.app, .environment, .by, .reason, .merged])
    let player = try service.player(context, query)
    let bytes = try await WholeBody.read(request, upTo: Self.bodySizeMax)
    let body = try bytes.isEmpty ? nil : ErasureBody(reading: bytes)
    let (author, reason) = (body?.by ?? query[.by], body?.reason ?? query[.reason])
    try PlainName.check(["by": author, "reason": reason])
    let takesMerged = try body?.merged ?? query.flag(.merged)
    let outcome = try await erasures.erase(
      player.account, of: player.bundleID, in: player.environments, takingMerged: takesMerged,
      author: author ?? "API key \(context.caller.keyID ?? "")", key: context.caller.keyID,
      reason: reason)
    switch outcome {
    case .mergedInto(let merged):
      throw AccountProblems.mergedInto(in: merged, of: player.environments)
    case .places(let erased):
      guard !erased.isEmpty else { throw AccountProblems.unknownAccount(in: player.environments) }
      return try JSONAnswer.response(
        ErasureAnswer(
          account: player.account.rawValue,
          environments: erased.map(ErasureAnswer.Environment.init)))
    }
  }
}

private struct ErasureBody: StrictBody {
  let by: String?
  let reason: String?
  let merged: Bool?

  static let fields: [BodyField] = [
    .optional("by", .string), .optional("reason", .string), .optional("merged", .bool),
  ]
}
