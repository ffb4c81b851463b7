import AppStore
import HTTPTypes
package import Hummingbird

/// The HTTP interface of a simulated App Store that mimics Apple's App Store Server API, and the
/// older `verifyReceipt`.
package struct ServerAPI: Sendable {
  let simulation: Simulation
  let extensions = GrantedExtensions()
  private let time: RealTime
  private let turnstile = RequestCounter()
  private let refusals: RejectionNews

  /// - Parameter tell: receives a sentence when tokens are first refused for a reason; the sentence
  ///   names the field at fault and contains nothing of the token.
  package init(
    of simulation: Simulation, by time: RealTime = .system,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.simulation = simulation
    self.time = time
    refusals = RejectionNews(tell: tell)
  }

  package func addRoutes(to routes: some RouterMethods<StoreRequestContext>) {
    for endpoint in Endpoint.allCases {
      routes.on(endpoint.path, method: endpoint.method) { request, context -> Response in
        await simulation.noteRequest()
        return try await treat(context, failing: failure) {
          try await answer(request, context, to: endpoint)
        }
      }
    }
    addVerifyReceipt(to: routes)
  }

  /// Answers a request, or treats the request as misbehavior demands.
  /// - Parameter failure: returns the answer to a request that fails. Failures are numbered from 1.
  func treat(
    _ context: StoreRequestContext, failing failure: (_ number: Int) throws -> Response,
    answer: () async throws -> Response
  ) async throws -> Response {
    switch await turnstile.treatment(under: simulation.misbehavior) {
    case .answer: return try await answer()
    case .slowAnswer(let delay):
      try await time.sleep(.milliseconds(delay))
      return try await answer()
    case .failure(let number): return try failure(number)
    case .throttling(let pause): return try rejection(until: time.now() + pause)
    case .silence:
      try await time.sleep(.seconds(60))
      return try await drop(context)
    case .drop: return try await drop(context)
    }
  }

  private func failure(_ number: Int) throws -> Response {
    switch number % 3 {
    case 1: try APIError.generalInternal.response()
    case 2: try APIError.generalInternalRetryable.response()
    default: Response(status: .internalServerError)
    }
  }

  /// Returns an answer 429.
  /// - Parameter end: the `Retry-After` moment in milliseconds since 1970.
  private func rejection(until end: Int64) throws -> Response {
    try APIError.rateLimitExceeded.response(headers: [.retryAfter: String(end)])
  }

  /// Closes the connection. The returned response is never sent.
  private func drop(_ context: StoreRequestContext) async throws -> Response {
    try await context.connection.close()
    return Response(status: .internalServerError)
  }

  private func answer(
    _ request: Request, _ context: StoreRequestContext, to endpoint: Endpoint
  ) async throws -> Response {
    let app = await simulation.withWorld { $0.app }
    try authorize(request, for: app)
    let percent = await simulation.misbehavior.serverAPI.rateLimitPercent
    let limit = endpoint.hourlyLimit(percent: percent, in: app.environment)
    do {
      if let end = turnstile.pass(endpoint, limit: limit, at: time.now()) {
        return try rejection(until: end)
      }
      return try await answer(StoreCall(request, context), to: endpoint)
    } catch let error as APIError {
      return try error.response()
    }
  }

  /// Throws the answer 401, which has no body, unless the request carries a good token.
  private func authorize(_ request: Request, for app: SimulatedApp) throws(HTTPError) {
    do {
      try RequestToken(authorization: request.headers[.authorization]).check(
        signedWith: simulation.developerKey, for: app.bundleID, now: time.now())
    } catch {
      refusals.meet(error)
      throw HTTPError(.unauthorized)
    }
  }

  private func answer(_ call: StoreCall, to endpoint: Endpoint) async throws -> Response {
    switch endpoint {
    case .history: try await history(call, leavingOut: .nothing)
    case .historyV1: try await history(call, leavingOut: .finishedConsumables)
    case .transaction: try await transaction(call)
    case .appTransaction: try await appTransaction(call)
    case .subscriptions: try await subscriptions(call)
    case .order: try await order(call)
    case .refunds: try await refunds(call)
    case .extend: try await extend(call)
    case .extendAll: try await extendAll(call)
    case .extendAllStatus: try await extendAllStatus(call)
    case .notifications: try await notifications(call)
    case .testNotification: try await testNotification(call)
    case .testNotificationStatus: try await testNotificationStatus(call)
    case .consumption: try await consumption(call, ConsumptionReport.init(current:about:))
    case .consumptionV1: try await consumption(call, ConsumptionReport.init(first:about:))
    case .appAccountToken: try await setAppAccountToken(call)
    case .finish: try await finish(call)
    }
  }
}
