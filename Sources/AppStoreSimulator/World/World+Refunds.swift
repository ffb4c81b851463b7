/// A refund that a customer has asked Apple for.
struct RefundRequest: Sendable {
  /// What the developer would rather have, if consumption information has come.
  var preference: RefundPreference?
}

/// The text is Apple's.
package enum RefundPreference: String, Sendable {
  case decline = "DECLINE"
  case grantFull = "GRANT_FULL"
  case grantProrated = "GRANT_PRORATED"
}

/// Money given back, and taken again.
extension World {
  /// A customer asks; Apple asks the developer how much was used, and decides within two days.
  package mutating func requestRefund(
    of index: Int, reason: String = "UNINTENDED_PURCHASE"
  ) throws(StoreRefusal) {
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

  /// What the developer says of a refund that was asked for; ignored if none was.
  package mutating func prefer(_ preference: RefundPreference?, forRefundOf index: Int) {
    refundRequests[index]?.preference = preference
  }

  mutating func decideRefund(of index: Int) {
    guard let request = refundRequests.removeValue(forKey: index),
      (try? refundable(index)) != nil  // refunded meanwhile: nothing is left to decide
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

  /// Apple refunds now, unasked.
  /// - Parameter share: thousandths of a percent, 100,000 for all; nil for what of the time is left.
  package mutating func refund(_ index: Int, share: Int64?) throws(StoreRefusal) {
    try refundable(index)
    tick()
    give(index, back: share ?? unusedShare(of: index))
  }

  static let wholeShare: Int64 = 100_000

  private func refundable(_ index: Int) throws(StoreRefusal) {
    let content = transactions[index].content
    guard let price = content.price, price > 0, content.isUpgraded != true,
      content.purchaseDate <= now
    else { throw .notRefundable }
    if content.revocationDate != nil { throw .alreadyRefunded }
  }

  /// Thousandths of a percent of the period that are still to come; half of what has no end.
  private func unusedShare(of index: Int) -> Int64 {
    let content = transactions[index].content
    guard let expires = content.expiresDate else { return Self.wholeShare / 2 }
    let left = max(0, expires - now) * Self.wholeShare / max(1, expires - content.purchaseDate)
    return min(max(left, 1), Self.wholeShare - 1)
  }

  private mutating func give(_ index: Int, back share: Int64) {
    let moment = tick()
    let type: Revocation = share == Self.wholeShare ? .refundFull : .refundProrated
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

  /// The customer has it again, as if it had never been away. Auto-renew stays off.
  package mutating func reverseRefund(_ index: Int) throws(StoreRefusal) {
    guard transactions[index].isRevoked, !transactions[index].isFamilyShared else {
      throw .notRefunded
    }
    if isReplaced(index) { throw .replacedSince }
    tick()
    modify(index) { $0.restore() }
    note(.refundReversed(transaction: transactions[index].id), of: transactions[index].customer)
    if let subscription = transactions[index].subscription,
      subscriptions[subscription].latest == index, subscriptions[subscription].standing == .revoked
    {
      restore(subscription)
    }
    tell("REFUND_REVERSED", ofTransaction: index)
  }

  /// Whether its time is not over and something else of its group was bought since.
  private func isReplaced(_ index: Int) -> Bool {
    guard let subscription = transactions[index].subscription else { return false }
    let isOver = transactions[index].content.expiresDate.map { $0 <= now } ?? false
    return subscriptions[subscription].latest != index && !isOver
  }

  private mutating func restore(_ index: Int) {
    guard now < subscriptions[index].until else {
      subscriptions[index].standing = .expired
      subscriptions[index].expirationIntent = Lapse.voluntary.intent
      return note(.lapsed(chain: chainID(index)), of: subscriptions[index].customer)
    }
    subscriptions[index].standing = .active
    planRenewal(of: index)
  }
}

/// Why something was taken back; the text is Apple's `revocationType`.
enum Revocation: String {
  case refundFull = "REFUND_FULL"
  case refundProrated = "REFUND_PRORATED"
  case familyRevoke = "FAMILY_REVOKE"
}

extension SignableTransaction {
  mutating func revoke(at moment: Int64, as type: Revocation, share: Int64? = nil) {
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
