import Hummingbird

extension ControlAPI {
  func addTruth(to router: some RouterMethods) {
    router.control("/truth", query: ["at", "customer"], [.get: truth])
  }

  /// Returns the truth about the customer named, or about all customers who had arrived by the
  /// moment, ordered by name.
  private func truth(_ request: ControlRequest) async throws -> TruthBody {
    let asked = try request.moment("at")
    let name = request.parameter("customer")
    let (truth, app, customers, now) = try await simulation.withWorld { world in
      let chosen = try name.map { [world.customers[try world.customer(named: $0)]] }
      let come = world.customers.filter { $0.downloadedAt <= asked ?? world.now }
      return (
        Truth(world.chronicle), world.app.bundleID, chosen ?? come.sorted { $0.name < $1.name },
        world.now
      )
    }
    let moment = asked ?? now
    guard moment <= now else {
      let clock = CustomerTruth.Moment(now).text
      throw ControlProblem.invalid("at", "must not be later than the simulated clock, now \(clock)")
    }
    return TruthBody(
      app: app, at: CustomerTruth.Moment(moment),
      customers: customers.map { customer in
        TruthBody.Customer(
          truth.customer(customer.name, at: moment),
          account: customer.appAccountToken ?? customer.name)
      })
  }
}
