import Hummingbird

/// The routes of customers, their cards and their families.
struct CustomerRoutes: Sendable {
  let simulation: Simulation

  func add(to router: some RouterMethods) {
    router.control("/control/customers", [.get: customers, .post: addCustomer])
    router.control("/control/customers/{name}", [.get: customer])
    router.control("/control/customers/{name}/card", [.post: setCard])
    router.control("/control/customers/{name}/storefront", [.post: move])
    router.control("/control/customers/{name}/family", [.post: joinFamily])
    router.control("/control/customers/{name}/family/{member}", [.delete: leaveFamily])
  }

  private struct CustomersBody: Encodable, Sendable {
    let customers: [CustomerBody]
  }

  private func customers(_ request: ControlRequest) async throws -> CustomersBody {
    await simulation.withWorld { world in
      CustomersBody(customers: world.customers.indices.map { CustomerBody($0, in: world) })
    }
  }

  private func addCustomer(_ request: ControlRequest) async throws -> CustomerBody {
    struct Body: Decodable, Sendable {
      let name: String
      let appAccountToken: String?
      let account: String?
      let storefront: String?
      let asksToBuy: Bool?
    }
    let body = try request.read(Body.self)
    let name = try Field.name(body.name, "name")
    let token = try Field.uuid(body.appAccountToken, "appAccountToken")
    let account = try body.account.map { account throws(ControlProblem) in
      try Field.name(account, "account")
    }
    let storefront = try storefront(body.storefront)
    return try await simulation.withWorld { world in
      let index = try world.addCustomer(
        name, appAccountToken: token, account: account, storefront: storefront)
      world.change(index) { $0.asksToBuy = body.asksToBuy ?? false }
      return CustomerBody(index, in: world)
    }
  }

  private func storefront(_ country: String?) throws(ControlProblem) -> Storefront {
    guard let country else { return .usa }
    guard let storefront = Storefront.named(country) else {
      let countries = Storefront.all.map(\.country).joined(separator: ", ")
      throw .invalid("storefront", "must be one of \(countries)")
    }
    return storefront
  }

  private func customer(_ request: ControlRequest) async throws -> CustomerBody {
    try await simulation.changeCustomer(request) { _, _ in }
  }

  private func setCard(_ request: ControlRequest) async throws -> CustomerBody {
    struct Body: Decodable { let works: Bool }
    let works = try request.read(Body.self).works
    return try await simulation.changeCustomer(request) { world, customer in
      if works { world.mendCard(of: customer) } else { world.breakCard(of: customer) }
    }
  }

  private func move(_ request: ControlRequest) async throws -> CustomerBody {
    struct Body: Decodable { let storefront: String }
    let storefront = try storefront(request.read(Body.self).storefront)
    return try await simulation.changeCustomer(request) { world, customer in
      world.move(customer, to: storefront)
    }
  }

  private func joinFamily(_ request: ControlRequest) async throws -> CustomerBody {
    struct Body: Decodable { let member: String }
    let name = try request.read(Body.self).member
    return try await simulation.changeCustomer(request) { world, customer in
      try world.join(Self.member(name, of: world), to: customer)
    }
  }

  private func leaveFamily(_ request: ControlRequest) async throws -> CustomerBody {
    let name = try request.part("member")
    return try await simulation.changeCustomer(request) { world, customer in
      let member = try Self.member(name, of: world)
      guard world.customers[customer].family.contains(member) else {
        throw ControlProblem.unknown(
          "not_in_family", "The customer shares no purchases with \(name).")
      }
      try world.leaveFamily(member)
    }
  }

  private static func member(_ name: String, of world: World) throws -> Int {
    do {
      return try world.customer(named: name)
    } catch {
      var problem = ControlProblem(error)
      problem.field = "member"
      throw problem
    }
  }
}

extension Simulation {
  /// Changes the customer named in the path and returns the customer's new state.
  func changeCustomer(
    _ request: ControlRequest, _ change: @Sendable (inout World, Int) throws -> Void
  ) throws -> CustomerBody {
    let name = try request.part("name")
    return try withWorld { world in
      let customer = try world.customer(named: name)
      try change(&world, customer)
      return CustomerBody(customer, in: world)
    }
  }
}
