import Hummingbird

/// The routes of purchases and approvals.
struct PurchaseControlRoutes: Sendable {
  let simulation: Simulation

  func add(to router: some RouterMethods) {
    router.control("/control/customers/{name}/purchases", [.post: purchase])
    router.control(
      "/control/customers/{name}/transactions", query: ["unfinished"], [.get: transactions])
    router.control("/control/approvals/{id}/approve", [.post: approve])
    router.control("/control/approvals/{id}/decline", [.post: decline])
  }

  private func purchase(_ request: ControlRequest) async throws -> ControlPurchaseBody {
    let name = try request.part("name")
    let command = try request.read(PurchaseCommandBody.self).command()
    return try await outcome { world in
      let customer = try world.customer(named: name)
      if let product = world.catalog[command.product], product.plan == nil,
        command.offer != nil || command.billing == .monthly
      {
        throw StoreRejection.notASubscription(product.id)
      }
      return try world.buy(command, by: customer)
    }
  }

  private func approve(_ request: ControlRequest) async throws -> ControlPurchaseBody {
    let id = try request.part("id")
    return try await outcome { try $0.approve(id) }
  }

  private func decline(_ request: ControlRequest) async throws -> ControlPurchaseBody {
    let id = try request.part("id")
    try await simulation.withWorld { try $0.decline(id) }
    return ControlPurchaseBody(state: .declined)
  }

  private func outcome(
    of purchase: @Sendable (inout World) throws -> PurchaseOutcome
  ) async throws -> ControlPurchaseBody {
    let (body, copy) = try await simulation.withWorld { world in
      switch try purchase(&world) {
      case .completed(let index):
        (
          ControlPurchaseBody(completed: world.transactions[index]),
          DeviceCopies([index], of: world)
        )
      case .planned(let index):
        (
          ControlPurchaseBody(planned: ControlSubscriptionBody(index, in: world)),
          DeviceCopies([], of: world)
        )
      case .waiting(let id): (ControlPurchaseBody(waiting: id), DeviceCopies([], of: world))
      }
    }
    var answer = body
    answer.signedTransaction = try copy.signed(by: simulation.authority).first
    return answer
  }

  private struct TransactionsBody: Encodable {
    let signedTransactions: [String]
  }

  /// Returns the signed transactions that StoreKit holds on the customer's device, in order of
  /// purchase.
  private func transactions(_ request: ControlRequest) async throws -> TransactionsBody {
    let name = try request.part("name")
    let isUnfinishedOnly = try request.flag("unfinished")
    let copies = try await simulation.withWorld { world in
      let all = world.customers[try world.customer(named: name)].transactions
      return DeviceCopies(
        all.filter { !isUnfinishedOnly || !world.transactions[$0].isFinished }, of: world)
    }
    return TransactionsBody(signedTransactions: try copies.signed(by: simulation.authority))
  }
}

/// Transactions as the customer's device holds them, ready to be signed with the present date.
struct DeviceCopies: Sendable {
  private let transactions: [SignableTransaction]
  private let now: Int64

  init(_ indices: [Int], of world: World) {
    transactions = indices.map(world.signable)
    now = world.now
  }

  func signed(by authority: SigningAuthority) throws -> [String] {
    guard !transactions.isEmpty else { return [] }
    let signer = authority.signer(at: now)
    return try transactions.map { try signer.sign($0) }
  }
}
