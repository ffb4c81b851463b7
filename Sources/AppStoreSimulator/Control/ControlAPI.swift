package import Hummingbird

/// The HTTP interface with which a developer, a test or a script controls a simulated App Store and
/// reads what truly happened.
///
/// The interface has no authentication and no rate limits: serve it on the loopback interface only.
package struct ControlAPI: Sendable {
  let simulation: Simulation

  package init(of simulation: Simulation) {
    self.simulation = simulation
  }

  /// Adds `/truth`, `/control` and everything below `/control`. Answers are JSON and errors are
  /// problem documents; only the manual at `/control` is text.
  package func addRoutes<Context>(to router: some RouterMethods<Context>) {
    addManual(to: router)
    addTruth(to: router)
    addClock(to: router)
    addCatalog(to: router)
    addCustomers(to: router)
    addPlayers(to: router)
    addPurchases(to: router)
    addSubscriptions(to: router)
    addTransactions(to: router)
    addNotifications(to: router)
    addMisbehavior(to: router)
    addLives(to: router)
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
