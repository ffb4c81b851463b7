import AppStore
import Foundation
import HTTPTypes
package import Hummingbird

/// The HTTP interface of a simulated App Store that mimics Apple's App Store Server API, and the
/// older `verifyReceipt`.
package struct ServerAPI: Sendable {
  private let simulation: Simulation
  private let time: RealTime
  private let counter = RequestCounter()
  private let faults: FaultInjector
  private let rejections: RejectionNews
  private let lists: ListEndpoints
  private let transactions: TransactionEndpoints
  private let subscriptions: SubscriptionEndpoints
  private let extensions: ExtensionEndpoints
  private let notifications: NotificationEndpoints
  private let consumption: ConsumptionEndpoints

  /// - Parameter tell: receives a sentence when tokens are first refused for a reason; the sentence
  ///   names the field at fault and contains nothing of the token.
  package init(
    of simulation: Simulation, by time: RealTime = .system,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.simulation = simulation
    self.time = time
    faults = FaultInjector(simulation: simulation, counter: counter, time: time)
    rejections = RejectionNews(tell: tell)
    lists = ListEndpoints(simulation: simulation)
    transactions = TransactionEndpoints(simulation: simulation)
    subscriptions = SubscriptionEndpoints(simulation: simulation)
    extensions = ExtensionEndpoints(of: simulation)
    notifications = NotificationEndpoints(simulation: simulation)
    consumption = ConsumptionEndpoints(simulation: simulation)
  }

  package func addRoutes(to routes: some RouterMethods<StoreRequestContext>) {
    for endpoint in Endpoint.allCases {
      routes.on(endpoint.path, method: endpoint.method) { request, context -> Response in
        await simulation.noteRequest()
        return try await faults.treat(context, failing: failure) {
          try await answer(request, context, to: endpoint)
        }
      }
    }
    VerifyReceiptEndpoint(simulation: simulation, faults: faults).add(to: routes)
  }

  private func failure(_ number: Int) throws -> Response {
    switch number % 3 {
    case 1: try APIError.generalInternal.response()
    case 2: try APIError.generalInternalRetryable.response()
    default: Response(status: .internalServerError)
    }
  }

  private func answer(
    _ request: Request, _ context: StoreRequestContext, to endpoint: Endpoint
  ) async throws -> Response {
    let app = await simulation.withWorld { $0.app }
    try authorize(request, for: app)
    let percent = await simulation.misbehavior.serverAPI.rateLimitPercent
    let limit = endpoint.hourlyLimit(percent: percent, in: app.environment)
    do {
      if let end = counter.pass(endpoint, limit: limit, at: time.now()) {
        return try .tooManyRequests(until: end)
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
      rejections.meet(error)
      throw HTTPError(.unauthorized)
    }
  }

  private func answer(_ call: StoreCall, to endpoint: Endpoint) async throws -> Response {
    switch endpoint {
    case .history: try await lists.history(call, leavingOut: .nothing)
    case .historyV1: try await lists.history(call, leavingOut: .finishedConsumables)
    case .transaction: try await transactions.transaction(call)
    case .appTransaction: try await transactions.appTransaction(call)
    case .subscriptions: try await subscriptions.statuses(call)
    case .order: try await transactions.order(call)
    case .refunds: try await lists.refunds(call)
    case .extend: try await extensions.extend(call)
    case .extendAll: try await extensions.extendAll(call)
    case .extendAllStatus: try await extensions.extendAllStatus(call)
    case .notifications: try await notifications.history(call)
    case .testNotification: try await notifications.testNotification(call)
    case .testNotificationStatus: try await notifications.testNotificationStatus(call)
    case .consumption: try await consumption.report(call, ConsumptionReport.init(current:about:))
    case .consumptionV1: try await consumption.report(call, ConsumptionReport.init(first:about:))
    case .appAccountToken: try await transactions.setAppAccountToken(call)
    case .finish: try await transactions.finish(call)
    }
  }
}

/// The real clock, which governs the expiry of tokens, rate limits and delays of answers.
package struct RealTime: Sendable {
  /// Returns the present in milliseconds since 1970.
  package let now: @Sendable () -> Int64
  let sleep: @Sendable (Duration) async throws -> Void

  package init(
    now: @escaping @Sendable () -> Int64,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.now = now
    self.sleep = sleep
  }

  package static let system = RealTime { Int64(Date().timeIntervalSince1970 * 1_000) }
}
