import Hummingbird

/// The route of the truth about customers and accounts.
struct TruthRoutes: Sendable {
  let simulation: Simulation

  func add(to router: some RouterMethods) {
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

/// The truth about customers and accounts at one moment, as `GET /truth` answers.
package struct TruthBody: Codable, Sendable {
  /// The app's bundle identifier.
  package let app: String
  package let at: CustomerTruth.Moment
  package let customers: [Customer]
  /// The accounts in a ledger, with what belongs to them by the ledger's rules.
  package let accounts: [AccountTruth]
  /// See ``World/restoredCopies``.
  package let restoredCopies: [String: String]

  /// The truth about a customer, together with the account of the present player.
  package struct Customer: Codable, Sendable {
    package let account: String
    package let truth: CustomerTruth

    init(_ truth: CustomerTruth, account: String) {
      self.truth = truth
      self.account = account
    }

    private enum CodingKeys: CodingKey { case account }

    package init(from decoder: any Decoder) throws {
      truth = try CustomerTruth(from: decoder)
      account = try decoder.container(keyedBy: CodingKeys.self).decode(
        String.self, forKey: .account)
    }

    package func encode(to encoder: any Encoder) throws {
      try truth.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(account, forKey: .account)
    }
  }
}
