/// The sharing of purchases with the members of a family.
enum FamilySharing {
  /// The number of members with whom a purchaser may share.
  private static let membersMax = 5

  /// Adds a member to the purchaser's family and shares every shareable purchase. A subscription in
  /// grace is shared once it is paid for.
  static func join(
    _ member: Int, to purchaser: Int, in store: inout StoreState
  ) throws(StoreRejection) {
    let isTaken = store.customers.contains {
      $0.family.contains(member) || $0.family.contains(purchaser)
    }
    guard member != purchaser, !isTaken, store.customers[member].family.isEmpty,
      store.customers[purchaser].family.count < membersMax
    else { throw .notShareable }
    store.tick()
    store.changeCustomer(purchaser) { $0.family.append(member) }
    for index in store.customers[purchaser].subscriptions
    where store.subscriptions[index].status == .active && !store.subscriptions[index].isShared {
      share(index, with: member, in: &store)
    }
    for transaction in store.customers[purchaser].transactions {
      share(transaction: transaction, with: member, in: &store)
    }
  }

  /// Removes a member from the family. The member loses everything that was shared.
  static func leave(_ member: Int, in store: inout StoreState) throws(StoreRejection) {
    guard let purchaser = store.customers.firstIndex(where: { $0.family.contains(member) }) else {
      throw .notShareable
    }
    store.tick()
    for index in store.customers[member].subscriptions
    where store.subscriptions[index].isShared && store.subscriptions[index].status != .revoked
      && store.subscriptions[index].status != .expired
    {
      unshare(index, in: &store)
    }
    for transaction in store.customers[member].transactions
    where store.transactions[transaction].sharedFrom != nil
      && !store.transactions[transaction].isRevoked
    {
      unshare(transaction: transaction, in: &store)
    }
    store.changeCustomer(purchaser) { $0.family.removeAll { $0 == member } }
  }

  /// Shares the purchaser's new term with each member of the family.
  static func shareTerm(of index: Int, in store: inout StoreState) {
    for member in store.customers[store.subscriptions[index].customer].family {
      share(index, with: member, in: &store)
    }
  }

  /// Shares a one-time purchase with each member of the family.
  static func sharePurchase(_ transaction: Int, in store: inout StoreState) {
    for member in store.customers[store.transactions[transaction].customer].family {
      share(transaction: transaction, with: member, in: &store)
    }
  }

  /// Ends the shares of a subscription's present term.
  static func unshareTerm(of index: Int, in store: inout StoreState) {
    for share in store.withShares(index).dropFirst() { unshare(share, in: &store) }
  }

  /// Ends the shares of a one-time purchase.
  static func unsharePurchase(_ index: Int, in store: inout StoreState) {
    let family = store.customers[store.transactions[index].customer].family
    let shared = family.flatMap { store.customers[$0].transactions }.filter {
      store.transactions[$0].sharedFrom == index && !store.transactions[$0].isRevoked
    }
    for share in shared { unshare(transaction: share, in: &store) }
  }

  /// Shares the purchaser's present term with a member. If the product is not shareable, ends an
  /// existing share instead.
  private static func share(_ index: Int, with member: Int, in store: inout StoreState) {
    let subscription = store.subscriptions[index]
    let existing = subscription.shares.first { store.subscriptions[$0].customer == member }
    let present = existing.map { store.subscriptions[$0] }
    guard subscription.product.isFamilyShareable else {
      if let existing, let present, present.isLive || present.isTrying {
        unshare(existing, in: &store)
      }
      return
    }
    let isNew = present.map { $0.status == .revoked } ?? true
    let term = Term(
      sharing: subscription, paidBy: store.transactions[subscription.latest].content,
      since: isNew ? store.now : nil)
    if let existing {
      PurchaseRecords.add(term, to: existing, in: &store)
      store.changeSubscription(existing) { $0.autoRenew = subscription.autoRenew }
      if isNew { Notifier.report("SUBSCRIBED", "RESUBSCRIBE", of: existing, in: &store) }
    } else {
      let share = store.addSubscription(
        of: member, in: subscription.group, for: term, sharedFrom: index)
      PurchaseRecords.add(term, to: share, in: &store)
      store.changeSubscription(index) { $0.addShare(share) }
      Notifier.report("SUBSCRIBED", "INITIAL_BUY", of: share, in: &store)
    }
  }

  private static func unshare(_ index: Int, in store: inout StoreState) {
    let moment = store.tick()
    let subscription = store.subscriptions[index]
    store.changeTransaction(subscription.latest) { $0.revoke(at: moment, as: .familyRevoke) }
    store.changeSubscription(index) { $0.revoke() }
    store.note(
      .unshared(transaction: store.transactions[subscription.latest].id),
      of: subscription.customer)
    Notifier.report("REVOKE", of: index, in: &store)
  }

  /// Shares a one-time product with a member if it is shareable.
  private static func share(
    transaction index: Int, with member: Int, in store: inout StoreState
  ) {
    let purchase = store.transactions[index]
    guard let product = store.catalog[purchase.content.productId], product.kind == .nonConsumable,
      product.isFamilyShareable, purchase.copyOf == nil, !purchase.isFamilyShared,
      !store.isRevoked(purchaseOf: index)
    else { return }
    let share = PurchaseRecords.add(
      product, quantity: 1, for: member, sharedFrom: index, in: &store)
    Notifier.report("ONE_TIME_CHARGE", ofTransaction: share, in: &store)
  }

  private static func unshare(transaction index: Int, in store: inout StoreState) {
    let moment = store.tick()
    store.changeTransaction(index) { $0.revoke(at: moment, as: .familyRevoke) }
    store.note(
      .unshared(transaction: store.transactions[index].id),
      of: store.transactions[index].customer)
    Notifier.report("REVOKE", ofTransaction: index, in: &store)
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
