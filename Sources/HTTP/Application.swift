import Access
package import Hummingbird
package import Logging

/// Returns the application that `serve` runs and tests use.
package func buildApplication(
  _ backend: Backend, host: String, port: Int, limits: ConnectionLimits = ConnectionLimits(),
  logger: Logger
) -> some ApplicationProtocol {
  Application(
    router: buildRouter(backend),
    server: .http1(configuration: limits.http1),
    configuration: ApplicationConfiguration(
      address: .hostname(host, port: port), serverName: "daicho",
      availableConnectionsDelegate: OpenConnections(
        atMost: limits.connectionsMax, logger: logger)),
    onServerRunning: { AcceptFailureLog.watch($0, logger: logger) }, logger: logger)
}

/// Returns a router with all routes.
package func buildRouter(_ backend: Backend) -> Router<APIContext> {
  let router = Router(context: APIContext.self)
  router.add(middleware: RequestLog())
  router.add(middleware: ClosingWhileDraining(readiness: backend.readiness))
  router.add(middleware: BodilessHead())
  router.add(middleware: ProblemMiddleware(isTransient: backend.isTransient))
  router.add(middleware: MeteredBodies(budget: backend.bodies))
  router.add(middleware: RequestDeadline())
  HealthRoutes(
    readiness: backend.readiness, rejections: backend.rejections, keys: backend.keys
  ).add(to: router)
  AppleNotificationRoute(intake: backend.intake, rejections: backend.rejections).add(to: router)
  let ingesting = router.group().add(middleware: Authorize(keys: backend.keys, scope: .ingest))
  let service = ReadService(apps: backend.apps, reader: backend.reader, now: backend.now)
  let grants = PostedGrantsReader(
    service: service, intake: backend.intake, granting: backend.granting)
  TransactionRoutes(service: service, receipts: backend.receipts, grants: grants)
    .add(to: ingesting)
  AppReceiptRoutes(service: service, receipts: backend.receipts, grants: grants)
    .add(to: ingesting)
  let granting = router.group().add(middleware: Authorize(keys: backend.keys, scope: .grants))
  let tending = router.group().add(middleware: Authorize(keys: backend.keys, scope: .admin))
  TokenRoutes(service: service, intake: backend.intake)
    .add(registering: ingesting, withdrawing: tending)
  MergeRoutes(service: service, intake: backend.intake).add(merging: granting, undoing: tending)
  LinkRoutes(service: service, intake: backend.intake, links: backend.links).add(to: ingesting)
  ConsentRoute(service: service, intake: backend.intake).add(to: ingesting)
  ReceiptRoutes(service: service, receipts: backend.receipts, grants: grants).add(to: ingesting)
  let reading = router.group().add(middleware: Authorize(keys: backend.keys, scope: .read))
  AccountRoutes(service: service).add(to: reading)
  EntitlementQueryRoute(service: service).add(to: reading)
  PurchaseRoutes(service: service).add(to: reading)
  GrantRoutes(service: service, intake: backend.intake).add(to: granting)
  WalletRoutes(service: service, intake: backend.intake)
    .add(reading: reading, asking: granting, adjusting: tending)
  let reporting = router.group().add(middleware: Authorize(keys: backend.keys, scope: .finance))
  ReportRoutes(service: service, reports: backend.reports).add(to: reporting)
  OutboxRoutes(jobs: backend.jobs, now: backend.now).add(to: tending)
  ProjectionRoutes(rebuilds: backend.rebuilds).add(to: tending)
  return router
}

extension RouterMethods where Context == APIContext {
  /// Adds a route. A route of GET answers HEAD too. Any other method is answered with 405 and the
  /// allowed ones.
  func route(
    _ path: RouterPath, _ method: HTTPRequest.Method,
    use handler: @escaping @Sendable (Request, APIContext) async throws -> Response
  ) {
    let allowed = method == .get ? [.get, .head] : [method]
    for method in allowed { on(path, method: method, use: handler) }
    let allow = allowed.map(\.rawValue).joined(separator: ", ")
    for other in HTTPRequest.Method.standard where !allowed.contains(other) {
      on(path, method: other) { _, _ -> Response in
        throw Problem.methodNotAllowed(allow: allow)
      }
    }
  }
}

extension HTTPRequest.Method {
  /// The methods of RFC 9110, and PATCH.
  fileprivate static let standard: [HTTPRequest.Method] = [
    .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
  ]
}
