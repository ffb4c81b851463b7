package import Hummingbird

/// How a game's developer, a test or a script makes things happen in a simulated App Store, and
/// asks what truly happened.
///
/// It knows no keys and no limits of use: serve it on the loopback interface only.
package struct ControlAPI: Sendable {
  let simulation: Simulation

  package init(of simulation: Simulation) {
    self.simulation = simulation
  }

  /// Adds `/truth`, `/control` and everything below it. Whatever is asked there is answered with
  /// JSON, errors as problem documents; only the manual at `/control` is text.
  package func addRoutes<Context>(to router: some RouterMethods<Context>) {
    addManual(to: router)
    addTruth(to: router)
    addClock(to: router)
    addCatalogue(to: router)
    addCustomers(to: router)
    addPurchases(to: router)
    addSubscriptions(to: router)
    addTransactions(to: router)
    addNotifications(to: router)
    addMisbehaviour(to: router)
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
