import Hummingbird

extension ControlAPI {
  func addTruth(to router: some RouterMethods) {
    router.control("/truth", query: ["at", "customer"], [.get: truth])
  }

  /// Returns the truth about the customer named and the account of the present player, or about all
  /// customers who had arrived by the moment and all accounts, ordered by name.
  private func truth(_ request: ControlRequest) async throws -> TruthBody {
    let asked = try request.moment("at")
    let name = request.parameter("customer")
    let (world, customers) = try await simulation.withWorld { world in
      let chosen = try name.map { [world.customers[try world.customer(named: $0)]] }
      let come = world.customers.filter { $0.downloadedAt <= asked ?? world.now }
      return (world, chosen ?? come.sorted { $0.name < $1.name })
    }
    let truth = Truth(world.chronicle)
    let moment = asked ?? world.now
    guard moment <= world.now else {
      let clock = CustomerTruth.Moment(world.now).text
      throw ControlProblem.invalid("at", "must not be later than the simulated clock, now \(clock)")
    }
    return TruthBody(
      app: world.app.bundleID, at: CustomerTruth.Moment(moment),
      customers: customers.map { customer in
        TruthBody.Customer(
          truth.customer(customer.name, at: moment), account: customer.account)
      },
      accounts: AccountTruths(of: world).all(at: moment).filter { account in
        name == nil || customers.contains { $0.account == account.account }
      }, restoredCopies: world.restoredCopies)
  }
}
