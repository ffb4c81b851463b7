package import Hummingbird

/// The HTTP interface with which a developer, a test or a script controls a simulated App Store and
/// reads what truly happened.
///
/// The interface has no authentication and no rate limits: serve it on the loopback interface only.
/// It refuses requests that a web page of another site may have sent.
package struct ControlAPI: Sendable {
  private let simulation: Simulation
  private let hosts: StoreHosts

  /// - Parameter host: the name or address that the store listens on, by which it may be addressed
  ///   besides 127.0.0.1, [::1] and localhost. On 0.0.0.0 or :: any address will do, and no name.
  package init(of simulation: Simulation, host: String = "127.0.0.1") {
    self.simulation = simulation
    hosts = StoreHosts(listeningOn: host)
  }

  /// Adds `/truth`, `/control` and everything below `/control`. Answers are JSON and errors are
  /// problem documents; only the manual at `/control` is text. Adds the report files of App Store
  /// Connect too, which are answered as Apple does.
  package func addRoutes<Context>(to router: some RouterMethods<Context>) {
    let guarded = router.group().add(middleware: ForeignSite<Context>(hosts: hosts))
    addManual(to: guarded)
    TruthRoutes(simulation: simulation).add(to: guarded)
    ClockRoutes(simulation: simulation).add(to: guarded)
    CatalogRoutes(simulation: simulation).add(to: guarded)
    CustomerRoutes(simulation: simulation).add(to: guarded)
    PlayerRoutes(simulation: simulation).add(to: guarded)
    PurchaseControlRoutes(simulation: simulation).add(to: guarded)
    ReceiptControlRoutes(simulation: simulation).add(to: guarded)
    SubscriptionRoutes(simulation: simulation).add(to: guarded)
    TransactionControlRoutes(simulation: simulation).add(to: guarded)
    NotificationRoutes(simulation: simulation).add(to: guarded)
    MisbehaviorRoutes(simulation: simulation).add(to: guarded)
    LivesRoutes(simulation: simulation).add(to: guarded)
    ReportControlRoutes(simulation: simulation).add(to: guarded)
    AppStoreConnectRoutes(simulation: simulation).add(to: guarded)
    _ = router.add(middleware: UnknownAddress<Context>())
  }

  private func addManual(to router: some RouterMethods) {
    router.get("/control") { _, _ -> Response in
      Response(
        status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: ControlManual.text)))
    }
  }
}

/// A middleware that answers an unknown path under `/control` with a reference to the manual.
struct UnknownAddress<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPError
      where error.status == .notFound && request.uri.path.hasPrefix("/control/")
    {
      return try ControlProblem.unknown(
        "unknown_address", "There is no such address; GET /control lists all addresses."
      ).response()
    }
  }
}
