import HTTPTypes
import Hummingbird

/// The routes that report if the process lives and if it can serve. They require no key and reveal
/// no secret.
struct HealthRoutes: Sendable {
  let readiness: Readiness
  let rejections: RejectionCounter

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/healthz", .get) { _, _ in try JSONAnswer.response(["status": "ok"]) }
    router.route("/readyz", .get, use: ready)
  }

  @Sendable private func ready(_ request: Request, _ context: APIContext) async throws -> Response {
    let findings = await readiness.findings(context.logger)
    let ready = findings.values.allSatisfy(\.ok)
    return try JSONAnswer.response(
      ReadyAnswer(ready: ready, checks: findings, rejectedNotifications: rejections.snapshot),
      status: ready ? .ok : .serviceUnavailable)
  }
}

private struct ReadyAnswer: Encodable {
  let ready: Bool
  let checks: [String: Readiness.Finding]
  let rejectedNotifications: [String: Int]
}
