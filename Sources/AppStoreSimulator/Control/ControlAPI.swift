package import Hummingbird

/// The HTTP interface with which a developer, a test or a script controls a simulated App Store and
/// reads what truly happened.
///
/// The interface has no authentication and no rate limits: serve it on the loopback interface only.
/// It refuses requests that a web page of another site may have sent.
package struct ControlAPI: Sendable {
  let simulation: Simulation
  private let hosts: StoreHosts

  /// - Parameter host: the name or address that the store listens on, by which it may be addressed
  ///   besides 127.0.0.1, [::1] and localhost. On 0.0.0.0 or :: any address will do, and no name.
  package init(of simulation: Simulation, host: String = "127.0.0.1") {
    self.simulation = simulation
    hosts = StoreHosts(listeningOn: host)
  }

  /// Adds `/truth`, `/control` and everything below `/control`. Answers are JSON and errors are
  /// problem documents; only the manual at `/control` is text.
  package func addRoutes<Context>(to router: some RouterMethods<Context>) {
    let guarded = router.group().add(middleware: ForeignSite<Context>(hosts: hosts))
    addManual(to: guarded)
    addTruth(to: guarded)
    addClock(to: guarded)
    addCatalog(to: guarded)
    addCustomers(to: guarded)
    addPlayers(to: guarded)
    addPurchases(to: guarded)
    addReceipts(to: guarded)
    addSubscriptions(to: guarded)
    addTransactions(to: guarded)
    addNotifications(to: guarded)
    addMisbehavior(to: guarded)
    addLives(to: guarded)
    _ = router.add(middleware: UnknownAddress<Context>())
  }

  private func addManual(to router: some RouterMethods) {
    router.get("/control") { _, _ -> Response in
      Response(
        status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: Self.manual)))
    }
  }
}
