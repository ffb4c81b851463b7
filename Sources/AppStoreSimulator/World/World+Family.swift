/// What a family shares.
extension World {
  func chainID(_ index: Int) -> String {
    transactions[subscriptions[index].origin].id
  }

  /// A subscription, and those of the family that live on its present term.
  func withShares(_ index: Int) -> [Int] {
    let family = customers[subscriptions[index].customer].family
    return [index]
      + subscriptions[index].shares.filter {
        family.contains(subscriptions[$0].customer) && subscriptions[$0].standing != .revoked
          && subscriptions[$0].until == subscriptions[index].until
      }
  }

  /// Tells of a new term, once of each subscription that has one.
  mutating func announce(_ type: String, _ subtype: String? = nil, of index: Int) {
    for index in withShares(index)
    where subscriptions[index].lastTold != subscriptions[index].latest {
      tell(type, subtype, of: index)
    }
  }

  /// Each member of the family gets the term that the purchaser has just got.
  mutating func shareWithFamily(_ index: Int) {
    let members = customers[subscriptions[index].customer].family
    for member in members { share(index, with: member) }
  }

  /// How many may live on one purchaser's purchases.
  private static let membersMax = 5

  /// Purchaser and members are of one mind from now on: what is shareable is shared. What is in
  /// grace is shared when it is paid for.
  package mutating func join(_ member: Int, to purchaser: Int) throws(StoreRefusal) {
    let isTaken = customers.contains { $0.family.contains(member) || $0.family.contains(purchaser) }
    guard member != purchaser, !isTaken, customers[member].family.isEmpty,
      customers[purchaser].family.count < Self.membersMax
    else { throw .notShareable }
    tick()
    customers[purchaser].family.append(member)
    for index in customers[purchaser].subscriptions
    where subscriptions[index].standing == .active && !subscriptions[index].isShared {
      share(index, with: member)
    }
    for transaction in customers[purchaser].transactions {
      share(transaction: transaction, with: member)
    }
  }

  /// The member loses everything that was shared.
  package mutating func leaveFamily(_ member: Int) throws(StoreRefusal) {
    guard let purchaser = customers.firstIndex(where: { $0.family.contains(member) }) else {
      throw .notShareable
    }
    tick()
    for index in customers[member].subscriptions
    where subscriptions[index].isShared && subscriptions[index].standing != .revoked
      && subscriptions[index].standing != .expired
    {
      unshare(index)
    }
    for transaction in customers[member].transactions
    where transactions[transaction].sharedFrom != nil && !transactions[transaction].isRevoked {
      unshare(transaction: transaction)
    }
    customers[purchaser].family.removeAll { $0 == member }
  }

  /// The member's share of the purchaser's present term; nothing where the product is not shareable.
  private mutating func share(_ index: Int, with member: Int) {
    let subscription = subscriptions[index]
    let existing = subscription.shares.first { subscriptions[$0].customer == member }
    guard subscription.product.isFamilyShareable else {
      if let existing, subscriptions[existing].isLive || subscriptions[existing].isTrying {
        unshare(existing)
      }
      return
    }
    let isNew = existing.map { subscriptions[$0].standing == .revoked } ?? true
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

  /// The member's share of a one-time product; nothing where it is not shareable.
  mutating func share(transaction index: Int, with member: Int) {
    let purchase = transactions[index]
    guard let product = catalogue[purchase.content.productId], product.kind == .nonConsumable,
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
  /// The member's part of a purchaser's term: no price, and no offer of their own. All of it, or what is
  /// left of it since the member came.
  fileprivate init(
    sharing subscription: Subscription, paidBy payment: SignableTransaction, since start: Int64?
  ) {
    charge = Charge(product: subscription.product, offer: nil, priceMilliunits: 0)
    from = max(start ?? subscription.from, subscription.from)
    chargedAt = start == nil ? payment.purchaseDate : from
    until = subscription.until
    anchor = subscription.anchor
    periodsSinceAnchor = subscription.periodsSinceAnchor
    let isRenewal = start == nil && payment.transactionReason == Reason.renewal.rawValue
    reason = isRenewal ? .renewal : .purchase
  }
}
