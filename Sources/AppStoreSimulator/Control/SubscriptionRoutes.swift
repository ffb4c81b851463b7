import Hummingbird

/// The routes of a subscription, which is named by its group or by its original transaction.
struct SubscriptionRoutes: Sendable {
  let simulation: Simulation

  /// Apple's limit for one extension, in days.
  private static let extensionMax: Int64 = 90

  func add(to router: some RouterMethods) {
    let address = "/control/customers/{name}/subscriptions/{subscription}"
    router.control("\(address)/cancel", [.post: cancel])
    router.control("\(address)/resume", [.post: resume])
    router.control("\(address)/withdraw-change", [.post: withdrawChange])
    router.control("\(address)/consent", [.post: consent])
    router.control("\(address)/extend", [.post: extend])
  }

  private func cancel(_ request: ControlRequest) async throws -> ControlSubscriptionBody {
    try await change(request) { try $0.cancel($1) }
  }

  private func resume(_ request: ControlRequest) async throws -> ControlSubscriptionBody {
    try await change(request) { try $0.resume($1) }
  }

  private func withdrawChange(_ request: ControlRequest) async throws -> ControlSubscriptionBody {
    try await change(request) { try $0.withdrawChange($1) }
  }

  private func consent(_ request: ControlRequest) async throws -> ControlSubscriptionBody {
    try await change(request) { try $0.consent($1) }
  }

  private func extend(_ request: ControlRequest) async throws -> ControlSubscriptionBody {
    struct Body: Decodable { let days: WholeNumber<Int64> }
    let days = try Field.number(
      request.read(Body.self).days, in: 1...Self.extensionMax, "days")
    return try await change(request) { _ = try $0.extend($1, by: days) }
  }

  /// Changes the subscription named in the path and returns the subscription's new state.
  private func change(
    _ request: ControlRequest, _ change: @Sendable (inout World, Int) throws -> Void
  ) async throws -> ControlSubscriptionBody {
    let (name, key) = (try request.part("name"), try request.part("subscription"))
    return try await simulation.withWorld { world in
      let customer = try world.customer(named: name)
      let index = try world.subscription(of: customer, named: key)
      try change(&world, index)
      return ControlSubscriptionBody(index, in: world)
    }
  }
}

extension World {
  /// Returns the customer's own subscription in the group. If there is none, returns the
  /// subscription, shared or not, that begins with the transaction.
  fileprivate func subscription(
    of customer: Int, named key: String
  ) throws(StoreRejection) -> Int {
    let begun = customers[customer].subscriptions.first {
      transactions[subscriptions[$0].origin].id == key
    }
    guard let index = subscription(of: customer, in: key) ?? begun else { throw .noSubscription }
    return index
  }
}
