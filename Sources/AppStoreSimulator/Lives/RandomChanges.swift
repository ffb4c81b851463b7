/// The random changes of what customers have: plans, cards, refunds and families.
enum RandomChanges {
  /// Makes a random change. Does nothing if the action is no change.
  static func make(
    _ action: CustomerAction, by customer: Int, choosing choices: inout RandomChoices,
    in world: inout World
  ) throws(StoreRejection) {
    switch action {
    case .upgrade, .downgrade, .crossgradeNow, .crossgradeLater:
      try changePlan(action, of: customer, choosing: &choices, in: &world)
    case .withdrawChange:
      try world.withdrawChange(
        choices.subscription(of: customer, in: world) { $0.status == .active })
    case .cancel:
      try world.cancel(choices.subscription(of: customer, in: world) { $0.autoRenew })
    case .resume:
      try world.resume(choices.subscription(of: customer, in: world) { !$0.autoRenew })
    case .breakCard: world.breakCard(of: customer)
    case .mendCard: world.mendCard(of: customer)
    case .consent:
      try world.consent(choices.subscription(of: customer, in: world) { $0.awaitsConsent })
    case .askForRefund, .refundAll, .refundPart, .refundShare, .refundUntoldPart, .refundEarlier,
      .reverseRefund:
      try moveMoney(action, of: customer, choosing: &choices, in: &world)
    case .removeMember:
      guard let member = choices.chance.one(of: world.customers[customer].family) else {
        throw .notShareable
      }
      try world.leaveFamily(member)
    case .extend:
      let days = choices.chance.number(in: 1...90)
      let index = try choices.subscription(of: customer, in: world) { $0.status == .active }
      _ = try world.extend(index, by: days)
    case .move:
      let present = world.customers[customer].storefront
      let others = Storefront.all.filter { $0 != present }
      world.move(customer, to: choices.details.one(of: others) ?? present)
    default: break
    }
  }

  /// Changes the plan. A guardian's approval, if one is needed, is never given.
  private static func changePlan(
    _ action: CustomerAction, of customer: Int, choosing choices: inout RandomChoices,
    in world: inout World
  ) throws(StoreRejection) {
    let index = try choices.subscription(of: customer, in: world) { $0.status == .active }
    let present = world.subscriptions[index].product
    guard let plan = present.plan else { throw .noSubscription }
    let product = choices.product(in: world) {
      guard let other = $0.plan, other.group == plan.group, $0.id != present.id else {
        return false
      }
      return switch action {
      case .upgrade: other.level < plan.level
      case .downgrade: other.level > plan.level
      case .crossgradeNow: other.level == plan.level && other.period == plan.period
      default: other.level == plan.level && other.period != plan.period
      }
    }
    guard let product else { throw .samePlan }
    _ = try world.buy(PurchaseCommand(product.id), by: customer)
  }

  private static func moveMoney(
    _ action: CustomerAction, of customer: Int, choosing choices: inout RandomChoices,
    in world: inout World
  ) throws(StoreRejection) {
    let own = world.customers[customer].transactions.filter {
      !world.transactions[$0].isFamilyShared
    }
    let isReversal = if case .reverseRefund = action { true } else { false }
    let fitting = own.filter { world.transactions[$0].isRevoked == isReversal }
    guard let latest = fitting.last, let any = choices.chance.one(of: fitting) else {
      throw .notRefundable
    }
    switch action {
    case .askForRefund: try world.requestRefund(of: latest)
    case .refundPart: try world.refund(latest, share: nil)
    case .refundShare:
      let share = choices.details.number(in: 1...(StoreRefunds.wholeShare - 1))
      try world.refund(latest, share: share)
    case .refundUntoldPart: try world.refundUntoldPart(latest)
    case .refundEarlier: try world.refund(any, share: StoreRefunds.wholeShare)
    case .reverseRefund: try world.reverseRefund(any)
    default: try world.refund(latest, share: StoreRefunds.wholeShare)
    }
  }
}
