/// A refund that a customer has requested from Apple.
struct RefundRequest: Sendable {
  /// The developer's preference, if consumption information has arrived.
  var preference: RefundPreference?
}

/// The developer's preference for a refund decision. The raw value is Apple's `refundPreference`.
package enum RefundPreference: String, Sendable {
  case decline = "DECLINE"
  case grantFull = "GRANT_FULL"
  case grantProrated = "GRANT_PRORATED"
}

/// Refunds and their reversals.
extension World {
  /// Requests a refund for a customer. Apple asks the developer for consumption information and
  /// decides within two days.
  package mutating func requestRefund(
    of index: Int, reason: String = "UNINTENDED_PURCHASE"
  ) throws(StoreRejection) {
    try refundable(index)
    guard refundRequests[index] == nil else { throw .alreadyRefunded }
    let moment = tick()
    if let subscription = transactions[index].subscription {
      if subscriptions[subscription].isLive, subscriptions[subscription].autoRenew {
        try switchOff(subscription, as: "AUTO_RENEW_DISABLED")
      }
    }
    refundRequests[index] = RefundRequest()
    let kind = transactions[index].content.type
    if kind == Product.Kind.consumable.rawValue || kind == Product.Kind.autoRenewable.rawValue {
      tell("CONSUMPTION_REQUEST", ofTransaction: index, reason: reason)
    }
    let delay = chance.number(in: Int64(12).hours...Int64(48).hours)
    agenda.plan(.refundDecision(transaction: index), at: moment + delay)
  }

  /// Records the developer's preference for a requested refund. Does nothing without a request.
  package mutating func prefer(_ preference: RefundPreference?, forRefundOf index: Int) {
    refundRequests[index]?.preference = preference
  }

  mutating func decideRefund(of index: Int) {
    guard let request = refundRequests.removeValue(forKey: index),
      (try? refundable(index)) != nil  // refunded in the meantime
    else { return }
    let decision =
      request.preference
      ?? chance.pick([(.decline, 3), (.grantFull, 5), (.grantProrated, 2)])
    switch decision {
    case .decline: tell("REFUND_DECLINED", ofTransaction: index)
    case .grantFull: give(index, back: Self.wholeShare)
    case .grantProrated: give(index, back: unusedShare(of: index))
    }
  }

  /// Refunds a transaction now, without a request.
  /// - Parameter share: the share in thousandths of a percent, 100,000 for all; nil for the share
  ///   of the remaining time.
  package mutating func refund(_ index: Int, share: Int64?) throws(StoreRejection) {
    try refundable(index)
    tick()
    give(index, back: share ?? unusedShare(of: index))
  }

  static let wholeShare: Int64 = 100_000

  private func refundable(_ index: Int) throws(StoreRejection) {
    let content = transactions[index].content
    guard let price = content.price, price > 0, content.isUpgraded != true,
      content.purchaseDate <= now
    else { throw .notRefundable }
    if content.revocationDate != nil { throw .alreadyRefunded }
  }

  /// Returns the remaining share of the period in thousandths of a percent; a half if the purchase
  /// has no end.
  private func unusedShare(of index: Int) -> Int64 {
    let content = transactions[index].content
    guard let expires = content.expiresDate else { return Self.wholeShare / 2 }
    let left = max(0, expires - now) * Self.wholeShare / max(1, expires - content.purchaseDate)
    return min(max(left, 1), Self.wholeShare - 1)
  }

  private mutating func give(_ index: Int, back share: Int64) {
    let moment = tick()
    let type: StoreRevocation = share == Self.wholeShare ? .refundFull : .refundProrated
    modify(index) { $0.revoke(at: moment, as: type, share: share) }
    note(
      .refunded(transaction: transactions[index].id, share: share),
      of: transactions[index].customer)
    let subscription = transactions[index].subscription
    let endsSubscription = subscription.map { subscriptions[$0].latest == index } ?? false
    if let subscription, endsSubscription {
      subscriptions[subscription].end(as: .revoked)
    }
    tell("REFUND", ofTransaction: index)
    if let subscription, endsSubscription {
      for share in withShares(subscription).dropFirst() { unshare(share) }
    }
    unshareOnce(index)
  }

  private mutating func unshareOnce(_ index: Int) {
    let family = customers[transactions[index].customer].family
    let shared = family.flatMap { customers[$0].transactions }.filter {
      transactions[$0].sharedFrom == index && !transactions[$0].isRevoked
    }
    for share in shared { unshare(transaction: share) }
  }

  /// Reverses a refund. The customer has the purchase again as if no refund had happened;
  /// auto-renew stays off.
  package mutating func reverseRefund(_ index: Int) throws(StoreRejection) {
    guard transactions[index].isRevoked, !transactions[index].isFamilyShared else {
      throw .notRefunded
    }
    if isReplaced(index) { throw .replacedSince }
    tick()
    modify(index) { $0.restore() }
    note(.refundReversed(transaction: transactions[index].id), of: transactions[index].customer)
    if let subscription = transactions[index].subscription,
      subscriptions[subscription].latest == index, subscriptions[subscription].status == .revoked
    {
      restore(subscription)
    }
    tell("REFUND_REVERSED", ofTransaction: index)
  }

  /// Returns true if the period is not over and another transaction of the subscription has
  /// followed.
  private func isReplaced(_ index: Int) -> Bool {
    guard let subscription = transactions[index].subscription else { return false }
    let isOver = transactions[index].content.expiresDate.map { $0 <= now } ?? false
    return subscriptions[subscription].latest != index && !isOver
  }

  private mutating func restore(_ index: Int) {
    guard now < subscriptions[index].until else {
      subscriptions[index].status = .expired
      subscriptions[index].expirationIntent = Lapse.voluntary.intent
      return note(.lapsed(chain: chainID(index)), of: subscriptions[index].customer)
    }
    subscriptions[index].status = .active
    planRenewal(of: index)
  }
}

/// The reason for a revocation. The raw value is Apple's `revocationType`.
enum StoreRevocation: String {
  case refundFull = "REFUND_FULL"
  case refundProrated = "REFUND_PRORATED"
  case familyRevoke = "FAMILY_REVOKE"
}

extension SignableTransaction {
  mutating func revoke(at moment: Int64, as type: StoreRevocation, share: Int64? = nil) {
    revocationDate = moment
    revocationReason = type == .familyRevoke ? 0 : 1
    revocationType = type.rawValue
    revocationPercentage = share.map { Int32($0) }
  }

  fileprivate mutating func restore() {
    (revocationDate, revocationReason) = (nil, nil)
    (revocationType, revocationPercentage) = (nil, nil)
  }
}
