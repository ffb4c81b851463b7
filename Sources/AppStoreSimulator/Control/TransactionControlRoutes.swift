import Hummingbird

/// The routes of transactions and their refunds.
struct TransactionControlRoutes: Sendable {
  let simulation: Simulation

  func add(to router: some RouterMethods) {
    let address = "/control/transactions/{id}"
    router.control("\(address)", [.get: transaction])
    router.control("\(address)/refund", [.post: refund])
    router.control("\(address)/request-refund", [.post: requestRefund])
    router.control("\(address)/reverse-refund", [.post: reverseRefund])
    router.control("\(address)/finish", [.post: finish])
  }

  private func transaction(_ request: ControlRequest) async throws -> ControlTransactionBody {
    try await change(request) { _, _ in }
  }

  private func refund(_ request: ControlRequest) async throws -> ControlTransactionBody {
    let body = try request.read(RefundBody.self)
    let share = try body.share()
    return try await change(request) { world, transaction in
      if body.isPartUntold {
        try world.refundUntoldPart(transaction)
      } else {
        try world.refund(transaction, share: share)
      }
    }
  }

  private func requestRefund(_ request: ControlRequest) async throws -> ControlTransactionBody {
    struct Body: Decodable { let reason: String? }
    let reason = try Field.word(
      request.read(Body.self).reason ?? RefundReason.unintended.rawValue,
      of: RefundReason.allCases, "reason")
    return try await change(request) { try $0.requestRefund(of: $1, reason: reason.rawValue) }
  }

  private func reverseRefund(_ request: ControlRequest) async throws -> ControlTransactionBody {
    try await change(request) { try $0.reverseRefund($1) }
  }

  private func finish(_ request: ControlRequest) async throws -> ControlTransactionBody {
    try await change(request) { $0.finish($1) }
  }

  /// Changes the transaction named in the path and returns the transaction's new state.
  private func change(
    _ request: ControlRequest, _ change: @Sendable (inout World, Int) throws -> Void
  ) async throws -> ControlTransactionBody {
    let id = try request.part("id")
    return try await simulation.withWorld { world in
      let index = try world.transaction(id)
      try change(&world, index)
      return ControlTransactionBody(index, in: world)
    }
  }
}

/// A customer's reason for a refund request. The raw value is Apple's `consumptionRequestReason`.
private enum RefundReason: String, CaseIterable {
  case unintended = "UNINTENDED_PURCHASE"
  case fulfillment = "FULFILLMENT_ISSUE"
  case unsatisfied = "UNSATISFIED_WITH_PURCHASE"
  case legal = "LEGAL"
  case other = "OTHER"
}

/// A refund request: in full, by a percentage, or prorated by the remaining time.
private struct RefundBody: Decodable {
  /// The share in thousandths of a percent, as Apple's `revocationPercentage`.
  let percentage: WholeNumber<Int64>?
  /// True to refund the part of the period that is still to come.
  let prorated: Bool?
  /// True if Apple tells a part without its percentage.
  let withoutPercentage: Bool?

  var isPartUntold: Bool { prorated == true && withoutPercentage == true }

  /// Returns the share in thousandths of a percent; nil if the remaining time decides.
  func share() throws(ControlProblem) -> Int64? {
    guard withoutPercentage != true || prorated == true else {
      throw .invalid("withoutPercentage", "is for a refund that is `prorated`; give both")
    }
    guard let percentage else { return prorated == true ? nil : StoreRefunds.wholeShare }
    guard prorated != true else {
      throw .invalid("percentage", "cannot be given with `prorated`; give one of them")
    }
    return try Field.number(percentage, in: 1...StoreRefunds.wholeShare, "percentage")
  }
}

/// The present state of a transaction, as JSON.
struct ControlTransactionBody: Encodable, Sendable {
  let transactionId: String
  let originalTransactionId: String
  let customer: String
  let productId: String
  /// The kind of product, as Apple's `type`.
  let type: String
  let ownership: String
  let quantity: Int32
  let purchasedAt: CustomerTruth.Moment
  let expiresAt: CustomerTruth.Moment?
  /// The price in milliunits. Price and currency are absent for a family share.
  let price: Int64?
  let currency: String?
  let revokedAt: CustomerTruth.Moment?
  /// The refunded share in thousandths of a percent: 100,000 is all.
  let revocationPercentage: Int32?
  let isFinished: Bool

  init(_ index: Int, in world: World) {
    let transaction = world.transactions[index]
    let content = transaction.content
    transactionId = content.transactionId
    originalTransactionId = content.originalTransactionId
    customer = world.customers[transaction.customer].name
    productId = content.productId
    type = content.type
    ownership = content.inAppOwnershipType
    quantity = content.quantity ?? 1
    purchasedAt = CustomerTruth.Moment(content.purchaseDate)
    expiresAt = content.expiresDate.map(CustomerTruth.Moment.init)
    price = content.price
    currency = content.currency
    revokedAt = content.revocationDate.map(CustomerTruth.Moment.init)
    revocationPercentage = content.revocationPercentage
    isFinished = transaction.isFinished
  }
}
