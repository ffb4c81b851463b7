/// An extension of every subscription to one product.
package struct MassExtension: Sendable {
  package let requestIdentifier: String
  package let product: String
  package let days: Int64
  /// The countries of the storefronts to extend; nil for all.
  package let storefronts: [String]?
  /// The moment of completion; nil while the extension is pending.
  package internal(set) var completedAt: Int64?
  package internal(set) var succeeded: Int64 = 0
  package internal(set) var failed: Int64 = 0
}

/// Extensions that the developer grants for free.
extension World {
  /// Extends the present period and returns its new end.
  package mutating func extend(_ index: Int, by days: Int64) throws(StoreRejection) -> Int64 {
    try own(index)
    let subscription = subscriptions[index]
    guard subscription.status == .active, subscription.hasBeenPaid,
      transactions[subscription.latest].content.price != 0, now >= subscription.from
    else { throw .extensionIneligible }
    guard subscription.extendedAt.count(where: { $0 > now - Int64(365).days }) < 2 else {
      throw .extendedTooOften
    }
    let moment = tick()
    for index in withShares(index) {
      let until = subscriptions[index].until + days.days
      subscriptions[index].until = until
      subscriptions[index].anchor = until
      subscriptions[index].periodsSinceAnchor = 0
      modify(subscriptions[index].latest) { $0.expiresDate = until }
      let transaction = transactions[subscriptions[index].latest].id
      note(.extended(transaction: transaction, until: until), of: subscriptions[index].customer)
      tell("RENEWAL_EXTENDED", of: index)
    }
    subscriptions[index].extendedAt.append(moment)
    if let commitment = subscriptions[index].commitment {
      subscriptions[index].moveCommitment(
        payments: commitment.paymentsLeft, after: subscriptions[index].until)
    }
    planRenewal(of: index)
    return subscriptions[index].until
  }

  /// Requests an extension for all subscribers of a product, which happens within one to six hours.
  /// A request with a known identifier is ignored.
  package mutating func extendEveryone(
    of product: String, by days: Int64, storefronts: [String]?, requestIdentifier: String
  ) throws(StoreRejection) {
    guard catalog[product]?.plan != nil else { throw .unknownProduct(product) }
    guard massExtensions[requestIdentifier] == nil else { return }
    tick()
    massExtensions[requestIdentifier] = MassExtension(
      requestIdentifier: requestIdentifier, product: product, days: days, storefronts: storefronts)
    let delay = chance.number(in: Int64(1).hours...Int64(6).hours)
    agenda.plan(.massExtension(requestIdentifier: requestIdentifier), at: now + delay)
  }

  mutating func extendAll(_ requestIdentifier: String) {
    guard var mass = massExtensions[requestIdentifier] else { return }
    for index in subscriptions.indices where concerns(mass, subscriptions[index]) {
      do {
        _ = try extend(index, by: mass.days)
        mass.succeeded += 1
      } catch {
        tell("RENEWAL_EXTENSION", "FAILURE", of: index)
        mass.failed += 1
      }
    }
    mass.completedAt = tick()
    massExtensions[requestIdentifier] = mass
    tell(summary(of: mass))
  }

  private func concerns(_ mass: MassExtension, _ subscription: Subscription) -> Bool {
    let country = customers[subscription.customer].storefront.country
    return subscription.product.id == mass.product && subscription.status == .active
      && !subscription.isShared && mass.storefronts.map { $0.contains(country) } ?? true
  }

  private func summary(of mass: MassExtension) -> SignableSummary {
    var summary = SignableSummary(
      requestIdentifier: mass.requestIdentifier, bundleId: app.bundleID, productId: mass.product,
      succeededCount: mass.succeeded, failedCount: mass.failed,
      environment: app.environment.rawValue)
    summary.storefrontCountryCodes = mass.storefronts
    summary.appAppleId = app.notificationData.appAppleId
    return summary
  }
}
