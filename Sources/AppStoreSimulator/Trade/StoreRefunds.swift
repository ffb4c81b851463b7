/// The developer's preference for a refund decision. The raw value is Apple's `refundPreference`.
package enum RefundPreference: String, Sendable {
  case decline = "DECLINE"
  case grantFull = "GRANT_FULL"
  case grantProrated = "GRANT_PRORATED"
}

/// The refunds and their reversals, with the requests that Apple has not decided yet.
struct StoreRefunds: Sendable {
  /// A refund that a customer has requested from Apple.
  private struct Request {
    /// The developer's preference, if consumption information has arrived.
    var preference: RefundPreference?
  }

  /// The share of a whole refund in thousandths of a percent.
  static let wholeShare: Int64 = 100_000

  /// The pending requests by the index of the transaction.
  private var requests: [Int: Request] = [:]

  /// Requests a refund for a customer. Apple asks the developer for consumption information and
  /// decides within two days.
  mutating func request(
    of index: Int, reason: String, in store: inout StoreState
  ) throws(StoreRejection) {
    try Self.checkRefundable(index, in: store)
    guard requests[index] == nil else { throw .alreadyRefunded }
    let moment = store.tick()
    if let subscription = store.transactions[index].subscription {
      if store.subscriptions[subscription].isLive, store.subscriptions[subscription].autoRenew {
        try SubscriptionCommands.switchOff(
          subscription, as: "AUTO_RENEW_DISABLED", in: &store)
      }
    }
    requests[index] = Request()
    let kind = store.transactions[index].content.type
    if kind == Product.Kind.consumable.rawValue || kind == Product.Kind.autoRenewable.rawValue {
      Notifier.report("CONSUMPTION_REQUEST", ofTransaction: index, reason: reason, in: &store)
    }
    let delay = store.chance.number(in: Int64(12).hours...Int64(48).hours)
    store.plan(.refundDecision(transaction: index), at: moment + delay)
  }

  /// Records the developer's preference for a requested refund. Does nothing without a request.
  mutating func prefer(_ preference: RefundPreference?, forRefundOf index: Int) {
    requests[index]?.preference = preference
  }

  /// Decides a pending request.
  mutating func decide(of index: Int, in store: inout StoreState) {
    guard let request = requests.removeValue(forKey: index),
      (try? Self.checkRefundable(index, in: store)) != nil  // refunded in the meantime
    else { return }
    let decision =
      request.preference
      ?? store.chance.pick([(.decline, 3), (.grantFull, 5), (.grantProrated, 2)])
    switch decision {
    case .decline: Notifier.report("REFUND_DECLINED", ofTransaction: index, in: &store)
    case .grantFull: Self.give(index, back: Self.wholeShare, in: &store)
    case .grantProrated: Self.give(index, back: Self.unusedShare(of: index, in: store), in: &store)
    }
  }

  /// StoreRefunds a transaction now, without a request.
  /// - Parameter share: the share in thousandths of a percent, 100,000 for all; nil for the share
  ///   of the remaining time.
  static func refund(
    _ index: Int, share: Int64?, in store: inout StoreState
  ) throws(StoreRejection) {
    try checkRefundable(index, in: store)
    store.tick()
    give(index, back: share ?? unusedShare(of: index, in: store), in: &store)
  }

  /// Refunds the part of the price for the remaining time now, and tells that it is a part without telling
  /// which.
  static func refundUntoldPart(
    _ index: Int, in store: inout StoreState
  ) throws(StoreRejection) {
    try checkRefundable(index, in: store)
    store.tick()
    give(index, back: nil, in: &store)
  }

  /// Reverses a refund under every id that tells it. The customer has the purchase again as if no
  /// refund had happened; auto-renew stays off.
  static func reverse(_ index: Int, in store: inout StoreState) throws(StoreRejection) {
    let transaction = store.transactions[index]
    guard transaction.isRevoked, !transaction.isFamilyShared else { throw .notRefunded }
    if isReplaced(transaction, index, in: store) { throw .replacedSince }
    store.tick()
    let told = store.tellings(of: index).filter { store.transactions[$0].isRevoked }
    for telling in told { store.changeTransaction(telling) { $0.restore() } }
    let purchase = store.transactions[store.purchase(of: index)].id
    store.note(.refundReversed(transaction: purchase), of: transaction.customer)
    if let subscription = transaction.subscription,
      store.subscriptions[subscription].latest == index,
      store.subscriptions[subscription].status == .revoked
    {
      restore(subscription, in: &store)
    }
    for telling in told { Notifier.report("REFUND_REVERSED", ofTransaction: telling, in: &store) }
  }

  private static func checkRefundable(
    _ index: Int, in store: StoreState
  ) throws(StoreRejection) {
    let content = store.transactions[index].content
    guard let price = content.price, price > 0, content.isUpgraded != true,
      content.purchaseDate <= store.now
    else { throw .notRefundable }
    if store.isRevoked(purchaseOf: index) { throw .alreadyRefunded }
  }

  /// Returns the remaining share of the period in thousandths of a percent; a half if the purchase
  /// has no end.
  private static func unusedShare(of index: Int, in store: StoreState) -> Int64 {
    let content = store.transactions[index].content
    guard let expires = content.expiresDate else { return wholeShare / 2 }
    let left = max(0, expires - store.now) * wholeShare / max(1, expires - content.purchaseDate)
    return min(max(left, 1), wholeShare - 1)
  }

  /// Gives a share of the price back. The refund of a purchase is told under each of its ids, that of
  /// a copy under the id of the copy alone.
  /// - Parameter share: the share in thousandths of a percent; nil for a part that is not told, which
  ///   is all of what has no time.
  private static func give(_ index: Int, back share: Int64?, in store: inout StoreState) {
    let moment = store.tick()
    let type: StoreRevocation = share == wholeShare ? .refundFull : .refundProrated
    let transaction = store.transactions[index]
    let told = transaction.copyOf == nil ? store.tellings(of: index) : [index]
    for telling in told {
      store.changeTransaction(telling) { $0.revoke(at: moment, as: type, share: share) }
    }
    let purchase = store.purchase(of: index)
    store.note(
      .refunded(
        transaction: store.transactions[purchase].id,
        share: share ?? (transaction.subscription == nil ? wholeShare : nil)),
      of: transaction.customer)
    let ended = transaction.subscription.flatMap {
      store.subscriptions[$0].latest == index ? $0 : nil
    }
    if let ended { store.changeSubscription(ended) { $0.revoke() } }
    for telling in told { Notifier.report("REFUND", ofTransaction: telling, in: &store) }
    if let ended { FamilySharing.unshareTerm(of: ended, in: &store) }
    FamilySharing.unsharePurchase(purchase, in: &store)
  }

  /// Returns true if the period is not over and another transaction of the subscription has
  /// followed.
  private static func isReplaced(
    _ transaction: StoreTransaction, _ index: Int, in store: StoreState
  ) -> Bool {
    guard let subscription = transaction.subscription else { return false }
    let isOver = transaction.content.expiresDate.map { $0 <= store.now } ?? false
    return store.subscriptions[subscription].latest != index && !isOver
  }

  private static func restore(_ index: Int, in store: inout StoreState) {
    let now = store.now
    store.changeSubscription(index) { $0.restore(at: now) }
    let subscription = store.subscriptions[index]
    if subscription.isLive {
      Renewals.plan(index, in: &store)
    } else {
      store.note(.lapsed(chain: store.chainID(index)), of: subscription.customer)
    }
  }
}
