import Access
import HTTPTypes
import Hummingbird

/// The routes that report if the process lives and if it can serve. They require no key. A stranger
/// learns yes or no; a caller with a key learns the findings.
struct HealthRoutes: Sendable {
  /// The largest age of the look that a stranger is told of: many strangers cost one look a second.
  private static let age: Duration = .seconds(1)
  /// The time for the look-up of a key, which may need the very database that does not answer.
  private static let patience: Duration = .milliseconds(500)

  let readiness: Readiness
  let rejections: RejectionCounter
  let keys: APIKeys

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/healthz", .get) { _, _ in try JSONAnswer.response(["status": "ok"]) }
    router.route("/readyz", .get, use: ready)
  }

  @Sendable private func ready(_ request: Request, _ context: APIContext) async throws -> Response {
    let isKnown = await hasKey(request)
    let findings = await readiness.findings(
      ofAge: isKnown ? .zero : Self.age, context.logger)
    let isReady = findings.values.allSatisfy(\.ok)
    let status: HTTPResponse.Status = isReady ? .ok : .serviceUnavailable
    guard isKnown else { return try JSONAnswer.response(["ready": isReady], status: status) }
    return try JSONAnswer.response(
      ReadyAnswer(ready: isReady, checks: findings, rejectedNotifications: rejections.snapshot),
      status: status)
  }

  private func hasKey(_ request: Request) async -> Bool {
    guard let text = Authorize.bearer(of: request) else { return false }
    return await FirstAnswer.of(
      // A key that cannot be looked up now is treated as none: the answer must come in time.
      { [keys] in (try? await keys.authenticate(text))?.key != nil }, within: Self.patience,
      otherwise: false)
  }
}

private struct ReadyAnswer: Encodable {
  let ready: Bool
  let checks: [String: ReadinessFinding]
  let rejectedNotifications: [String: Int]
}
