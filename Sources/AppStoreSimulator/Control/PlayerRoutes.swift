import Hummingbird

/// The routes of the players who use a customer's device.
struct PlayerRoutes: Sendable {
  let simulation: Simulation

  func add(to router: some RouterMethods) {
    let customer = "/control/customers/{name}"
    router.control("\(customer)/player", [.post: play])
    router.control("\(customer)/open", [.post: open])
    router.control("\(customer)/device", [.post: changeDevice])
    router.control("\(customer)/restore", [.post: restore])
    router.control("\(customer)/merge", [.post: merge])
    router.control("\(customer)/erase", [.post: erase])
  }

  private func play(_ request: ControlRequest) async throws -> CustomerBody {
    let player = try Self.player(request)
    return try await simulation.changeCustomer(request) { world, customer in
      world.play(as: player, on: customer)
    }
  }

  private func open(_ request: ControlRequest) async throws -> CustomerBody {
    try await simulation.changeCustomer(request) { world, customer in
      for transaction in world.customers[customer].transactions {
        world.post(transaction, to: world.customers[customer].account)
      }
    }
  }

  private func changeDevice(_ request: ControlRequest) async throws -> CustomerBody {
    try await simulation.changeCustomer(request) { world, customer in
      try world.changeDevice(of: customer)
    }
  }

  private func restore(_ request: ControlRequest) async throws -> CustomerBody {
    struct Body: Decodable, Sendable {
      let newTransactionIds: Bool?
    }
    let areNew = try request.read(Body.self).newTransactionIds ?? false
    return try await simulation.changeCustomer(request) { world, customer in
      try world.restorePurchases(of: customer, underNewIDs: areNew)
    }
  }

  private func merge(_ request: ControlRequest) async throws -> CustomerBody {
    let player = try Self.player(request)
    return try await simulation.changeCustomer(request) { world, customer in
      try Self.check(player, follows: world.customers[customer].account)
      world.merge(customer, into: player)
    }
  }

  private func erase(_ request: ControlRequest) async throws -> CustomerBody {
    let player = try Self.player(request)
    guard simulation.eraser != nil else { throw StoreRejection.noGame }
    return try await simulation.changeCustomer(request) { world, customer in
      try Self.check(player, follows: world.customers[customer].account)
      world.erase(customer, followedBy: player)
    }
  }

  private static func check(
    _ player: GamePlayer, follows account: String
  ) throws(ControlProblem) {
    guard player.account != account else {
      throw .invalid("account", "must be another account than the present one")
    }
  }

  private static func player(_ request: ControlRequest) throws -> GamePlayer {
    struct Body: Decodable, Sendable {
      let account: String
      let appAccountToken: String?
    }
    let body = try request.read(Body.self)
    return GamePlayer(
      account: try Field.name(body.account, "account"),
      token: try Field.uuid(body.appAccountToken, "appAccountToken"))
  }
}
