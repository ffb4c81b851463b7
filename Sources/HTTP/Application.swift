import Access
package import Hummingbird
package import Logging
import Projections

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

/// Returns a router that answers by all routes.
package func buildRouter(_ backend: Backend) -> Router<APIContext> {
  let router = Router(context: APIContext.self)
  router.add(middleware: RequestIDHeader())
  router.add(middleware: RequestLog())
  router.add(middleware: ClosingWhileDraining(readiness: backend.readiness))
  router.add(middleware: BodilessHead())
  router.add(middleware: CompressedAnswers())
  router.add(middleware: UnroutedMethods())
  router.add(middleware: RequestDeadline(routes: buildRoutes(backend).buildResponder()))
  return router
}

/// Returns a router of the routes alone, without what surrounds them.
func buildRoutes(_ backend: Backend) -> Router<APIContext> {
  let router = Router(context: APIContext.self)
  router.add(middleware: ProblemMiddleware(isTransient: backend.isTransient))
  HealthRoutes(
    readiness: backend.readiness, rejections: backend.rejections, keys: backend.keys,
    schema: backend.schema
  ).add(to: router)
  DescriptionRoutes().add(to: router)
  let strangers = router.group().add(middleware: MeteredStrangers(bodies: backend.strangerBodies))
  AppleNotificationRoute(
    apps: backend.apps, intake: backend.intake, rejections: backend.rejections, now: backend.now
  ).add(to: strangers)
  func group(_ scopes: Scope...) -> RouterGroup<APIContext> {
    router.group()
      .add(middleware: Authorize(keys: backend.keys, scopes: scopes, rates: backend.rates))
      .add(middleware: MeteredBodies(budget: backend.bodies))
  }
  let ingesting = group(.ingest)
  let service = ReadService(apps: backend.apps, reader: backend.reader, now: backend.now)
  let grants = PostedGrantsReader(
    service: service, intake: backend.intake, granting: backend.granting)
  TransactionRoutes(service: service, receipts: backend.receipts, grants: grants)
    .add(to: ingesting)
  AppReceiptRoutes(service: service, receipts: backend.receipts, grants: grants)
    .add(to: ingesting)
  let granting = group(.grants)
  let tending = group(.admin)
  TokenRoutes(service: service, intake: backend.intake)
    .add(registering: ingesting, withdrawing: tending)
  MergeRoutes(service: service, intake: backend.intake).add(merging: granting, undoing: tending)
  LinkRoutes(service: service, intake: backend.intake, links: backend.links)
    .add(to: group(.ingest, .support))
  ReceiptRoutes(service: service, receipts: backend.receipts, grants: grants).add(to: ingesting)
  OfferSignatureRoute(service: service, signing: backend.offerSigning).add(to: ingesting)
  let reading = group(.read)
  ConsentRoute(service: service, intake: backend.intake)
    .add(recording: ingesting, reading: reading)
  let supporting = group(.support)
  AccountSummaryRoute(service: service, intake: backend.intake, jobs: backend.jobs)
    .add(to: supporting)
  PromotionRoutes(service: service, intake: backend.intake).add(to: supporting)
  LookupRoute(service: service, orders: backend.orders).add(to: supporting)
  AccountErasureRoute(service: service, erasures: backend.erasures).add(to: group(.erase))
  CatalogRoute(service: service, catalogs: backend.catalogs)
    .add(reading: reading, publishing: tending)
  AccountRoutes(service: service).add(to: reading)
  OfferRoutes(service: service).add(to: reading)
  EntitlementQueryRoute(service: service).add(to: reading)
  PurchaseRoutes(service: service).add(to: reading)
  GrantRoutes(service: service, intake: backend.intake).add(to: granting)
  let seconds = SecondPersons(keys: backend.keys, apps: backend.apps)
  WalletRoutes(service: service, intake: backend.intake, seconds: seconds)
    .add(reading: reading, asking: granting, adjusting: tending)
  ReportRoutes(service: service, reports: backend.reports).add(to: group(.finance))
  OutboxRoutes(jobs: backend.jobs, now: backend.now).add(to: tending)
  DeadLetterRoutes(deadLetters: backend.deadLetters, now: backend.now).add(to: tending)
  ServerRoutes(servers: backend.servers).add(to: tending)
  AuditRoute(audit: backend.reader.audit).add(to: tending)
  ProjectionRoutes(rebuilds: backend.rebuilds).add(to: tending)
  return router
}

extension RouterMethods where Context == APIContext {
  /// Adds a route. A route of GET answers HEAD too. Any other method is answered with 405 and the
  /// allowed ones.
  ///
  /// - Parameter others: methods that `alsoRoute` adds at the same address, such as those of another scope.
  func route(
    _ path: RouterPath, _ method: HTTPRequest.Method, beside others: [HTTPRequest.Method] = [],
    use handler: @escaping @Sendable (Request, APIContext) async throws -> Response
  ) {
    alsoRoute(path, method, use: handler)
    let allowed = (method == .get ? [.get, .head] : [method]) + others
    let allow = allowed.map(\.rawValue).joined(separator: ", ")
    for other in HTTPRequest.Method.routed where !allowed.contains(other) {
      on(path, method: other) { _, _ -> Response in
        throw Problem.methodNotAllowed(allow: allow)
      }
    }
  }

  /// Adds another method at the address of a route that names it among its others.
  func alsoRoute(
    _ path: RouterPath, _ method: HTTPRequest.Method,
    use handler: @escaping @Sendable (Request, APIContext) async throws -> Response
  ) {
    for method in method == .get ? [.get, .head] : [method] {
      on(path, method: method, use: handler)
    }
  }
}
