/// Family Sharing.
extension World {
  func chainID(_ index: Int) -> String {
    transactions[subscriptions[index].origin].id
  }

  /// Returns a subscription and the family's subscriptions that share its present term.
  func withShares(_ index: Int) -> [Int] {
    let family = customers[subscriptions[index].customer].family
    return [index]
      + subscriptions[index].shares.filter {
        family.contains(subscriptions[$0].customer) && subscriptions[$0].status != .revoked
          && subscriptions[$0].until == subscriptions[index].until
      }
  }

  /// Sends a notification for each subscription whose new term Apple has not reported yet.
  mutating func announce(_ type: String, _ subtype: String? = nil, of index: Int) {
    for index in withShares(index)
    where subscriptions[index].lastTold != subscriptions[index].latest {
      tell(type, subtype, of: index)
    }
  }

  /// Shares the purchaser's new term with each member of the family.
  mutating func shareWithFamily(_ index: Int) {
    let members = customers[subscriptions[index].customer].family
    for member in members { share(index, with: member) }
  }

  /// The number of members with whom a purchaser may share.
  private static let membersMax = 5

  /// Adds a member to the purchaser's family and shares every shareable purchase. A subscription in
  /// grace is shared once it is paid for.
  package mutating func join(_ member: Int, to purchaser: Int) throws(StoreRejection) {
    let isTaken = customers.contains { $0.family.contains(member) || $0.family.contains(purchaser) }
    guard member != purchaser, !isTaken, customers[member].family.isEmpty,
      customers[purchaser].family.count < Self.membersMax
    else { throw .notShareable }
    tick()
    customers[purchaser].family.append(member)
    for index in customers[purchaser].subscriptions
    where subscriptions[index].status == .active && !subscriptions[index].isShared {
      share(index, with: member)
    }
    for transaction in customers[purchaser].transactions {
      share(transaction: transaction, with: member)
    }
  }

  /// Removes a member from the family. The member loses everything that was shared.
  package mutating func leaveFamily(_ member: Int) throws(StoreRejection) {
    guard let purchaser = customers.firstIndex(where: { $0.family.contains(member) }) else {
      throw .notShareable
    }
    tick()
    for index in customers[member].subscriptions
    where subscriptions[index].isShared && subscriptions[index].status != .revoked
      && subscriptions[index].status != .expired
    {
      unshare(index)
    }
    for transaction in customers[member].transactions
    where transactions[transaction].sharedFrom != nil && !transactions[transaction].isRevoked {
      unshare(transaction: transaction)
    }
    customers[purchaser].family.removeAll { $0 == member }
  }

  /// Shares the purchaser's present term with a member. If the product is not shareable, ends an
  /// existing share instead.
  private mutating func share(_ index: Int, with member: Int) {
    let subscription = subscriptions[index]
    let existing = subscription.shares.first { subscriptions[$0].customer == member }
    guard subscription.product.isFamilyShareable else {
      if let existing, subscriptions[existing].isLive || subscriptions[existing].isTrying {
        unshare(existing)
      }
      return
    }
    let isNew = existing.map { subscriptions[$0].status == .revoked } ?? true
    let term = Term(
      sharing: subscription, paidBy: transactions[subscription.latest].content,
      since: isNew ? now : nil)
    if let existing {
      serve(term, on: existing)
      subscriptions[existing].autoRenew = subscription.autoRenew
      if isNew { tell("SUBSCRIBED", "RESUBSCRIBE", of: existing) }
    } else {
      let share = begin(term, for: member, in: subscription.group, sharedFrom: index)
      subscriptions[index].shares.append(share)
      tell("SUBSCRIBED", "INITIAL_BUY", of: share)
    }
  }

  mutating func unshare(_ index: Int) {
    let moment = tick()
    let latest = subscriptions[index].latest
    modify(latest) { $0.revoke(at: moment, as: .familyRevoke) }
    subscriptions[index].end(as: .revoked)
    note(.unshared(transaction: transactions[latest].id), of: subscriptions[index].customer)
    tell("REVOKE", of: index)
  }

  /// Shares a one-time product with a member if it is shareable.
  mutating func share(transaction index: Int, with member: Int) {
    let purchase = transactions[index]
    guard let product = catalog[purchase.content.productId], product.kind == .nonConsumable,
      product.isFamilyShareable, !purchase.isRevoked, !purchase.isFamilyShared
    else { return }
    let content = content(of: product, quantity: 1, for: member, isShared: true)
    let share = append(content, of: member, sharedFrom: index)
    note(bought(content, product), of: member)
    tell("ONE_TIME_CHARGE", ofTransaction: share)
  }

  mutating func unshare(transaction index: Int) {
    let moment = tick()
    modify(index) { $0.revoke(at: moment, as: .familyRevoke) }
    note(.unshared(transaction: transactions[index].id), of: transactions[index].customer)
    tell("REVOKE", ofTransaction: index)
  }
}

extension Term {
  /// Creates a member's share of a purchaser's term, without a price and without an offer. The
  /// share covers the whole term, or the rest of the term from `start`.
  fileprivate init(
    sharing subscription: Subscription, paidBy payment: SignableTransaction, since start: Int64?
  ) {
    charge = StoreCharge(product: subscription.product, offer: nil, priceMilliunits: 0)
    from = max(start ?? subscription.from, subscription.from)
    chargedAt = start == nil ? payment.purchaseDate : from
    until = subscription.until
    anchor = subscription.anchor
    periodsSinceAnchor = subscription.periodsSinceAnchor
    let isRenewal = start == nil && payment.transactionReason == Reason.renewal.rawValue
    reason = isRenewal ? .renewal : .purchase
  }
}
