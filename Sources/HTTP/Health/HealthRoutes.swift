import Access
import HTTPTypes
import Hummingbird
import Ledger
import Release

/// The routes that report if the process lives and if it can serve. They require no key. A stranger
/// learns yes or no and the versions; a caller with a key learns the findings, too.
struct HealthRoutes: Sendable {
  /// The largest age of the look that a stranger is told of: many strangers cost one look a second.
  private static let age: Duration = .seconds(1)
  /// The time for the look-up of a key, which may need the very database that does not answer.
  private static let patience: Duration = .milliseconds(500)

  let readiness: Readiness
  let rejections: RejectionCounter
  let keys: APIKeys
  /// The number of the schema of this program.
  let schema: Int

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/healthz", .get) { [schema] _, _ in
      try JSONAnswer.response(HealthAnswer(schema: schema))
    }
    router.route("/readyz", .get, use: ready)
  }

  @Sendable private func ready(_ request: Request, _ context: APIContext) async throws -> Response {
    let isKnown = await hasKey(request)
    let findings = await readiness.findings(
      ofAge: isKnown ? .zero : Self.age, context.logger)
    let isReady = findings.values.allSatisfy(\.ok)
    let status: HTTPResponse.Status = isReady ? .ok : .serviceUnavailable
    return try JSONAnswer.response(
      ReadyAnswer(
        ready: isReady, checks: isKnown ? findings : nil,
        rejectedNotifications: isKnown ? rejections.snapshot : nil, schema: schema),
      status: status)
  }

  private func hasKey(_ request: Request) async -> Bool {
    guard let text = Authorize.bearer(of: request) else { return false }
    // A key that cannot be looked up now counts as it did before: the answer must come in time, and the
    // findings are needed most while the database is away.
    let isRemembered = keys.isRemembered(text)
    return await FirstAnswer.of(
      { [keys] in
        do { return try await keys.authenticate(text).key != nil } catch { return isRemembered }
      }, within: Self.patience, otherwise: isRemembered)
  }
}

private struct HealthAnswer: Encodable {
  let status = "ok"
  let version = ProgramVersion.text
  let schema: Int
  let rules = RulesChanged.present
}

private struct ReadyAnswer: Encodable {
  let ready: Bool
  /// The findings and the counts are nil for a stranger.
  let checks: [String: ReadinessFinding]?
  let rejectedNotifications: [String: Int]?
  let version = ProgramVersion.text
  let schema: Int
  let rules = RulesChanged.present
}
