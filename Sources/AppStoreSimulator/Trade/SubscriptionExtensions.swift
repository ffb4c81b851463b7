/// An extension of every subscription to one product.
package struct MassExtension: Sendable {
  package let requestIdentifier: String
  package let product: String
  package let days: Int64
  /// The countries of the storefronts to extend; nil for all.
  package let storefronts: [String]?
  /// The moment of completion; nil while the extension is pending.
  package fileprivate(set) var completedAt: Int64?
  package fileprivate(set) var succeeded: Int64 = 0
  package fileprivate(set) var failed: Int64 = 0
}

/// The extensions of subscriptions that the developer grants for free.
struct SubscriptionExtensions: Sendable {
  /// The extensions of all subscribers of a product by the identifiers of their requests.
  private(set) var masses: [String: MassExtension] = [:]

  /// Extends the present period and returns its new end.
  static func extend(
    _ index: Int, by days: Int64, in store: inout StoreState
  ) throws(StoreRejection) -> Int64 {
    let subscription = try SubscriptionCommands.own(index, in: store)
    let now = store.now
    guard subscription.status == .active, subscription.hasBeenPaid,
      store.transactions[subscription.latest].content.price != 0, now >= subscription.from
    else { throw .extensionIneligible }
    guard subscription.extendedAt.count(where: { $0 > now - Int64(365).days }) < 2 else {
      throw .extendedTooOften
    }
    let moment = store.tick()
    for index in store.withShares(index) { lengthen(index, by: days, in: &store) }
    store.changeSubscription(index) { $0.countExtension(at: moment) }
    Renewals.plan(index, in: &store)
    return store.subscriptions[index].until
  }

  private static func lengthen(_ index: Int, by days: Int64, in store: inout StoreState) {
    store.changeSubscription(index) { $0.extend(by: days) }
    let extended = store.subscriptions[index]
    store.changeTransaction(extended.latest) { $0.expiresDate = extended.until }
    let transaction = store.transactions[extended.latest].id
    store.note(
      .extended(transaction: transaction, until: extended.until), of: extended.customer)
    Notifier.report("RENEWAL_EXTENDED", of: index, in: &store)
  }

  /// Requests an extension for all subscribers of a product, which happens within one to six hours.
  /// A request with a known identifier is ignored.
  mutating func request(
    of product: String, by days: Int64, storefronts: [String]?, requestIdentifier: String,
    in store: inout StoreState
  ) throws(StoreRejection) {
    guard store.catalog[product]?.plan != nil else { throw .unknownProduct(product) }
    guard masses[requestIdentifier] == nil else { return }
    store.tick()
    masses[requestIdentifier] = MassExtension(
      requestIdentifier: requestIdentifier, product: product, days: days, storefronts: storefronts)
    let delay = store.chance.number(in: Int64(1).hours...Int64(6).hours)
    store.plan(.massExtension(requestIdentifier: requestIdentifier), at: store.now + delay)
  }

  /// Extends all subscribers of a requested extension.
  mutating func extendAll(_ requestIdentifier: String, in store: inout StoreState) {
    guard var mass = masses[requestIdentifier] else { return }
    for index in store.subscriptions.indices where Self.concerns(mass, index, in: store) {
      do {
        _ = try Self.extend(index, by: mass.days, in: &store)
        mass.succeeded += 1
      } catch {
        Notifier.report("RENEWAL_EXTENSION", "FAILURE", of: index, in: &store)
        mass.failed += 1
      }
    }
    mass.completedAt = store.tick()
    masses[requestIdentifier] = mass
    Notifier.report(Self.summary(of: mass, for: store.app), in: &store)
  }

  private static func concerns(
    _ mass: MassExtension, _ index: Int, in store: StoreState
  ) -> Bool {
    let subscription = store.subscriptions[index]
    let country = store.customers[subscription.customer].storefront.country
    return subscription.product.id == mass.product && subscription.status == .active
      && !subscription.isShared && mass.storefronts.map { $0.contains(country) } ?? true
  }

  private static func summary(of mass: MassExtension, for app: SimulatedApp) -> SignableSummary {
    var summary = SignableSummary(
      requestIdentifier: mass.requestIdentifier, bundleId: app.bundleID, productId: mass.product,
      succeededCount: mass.succeeded, failedCount: mass.failed,
      environment: app.environment.rawValue)
    summary.storefrontCountryCodes = mass.storefronts
    summary.appAppleId = app.notificationData.appAppleId
    return summary
  }
}
