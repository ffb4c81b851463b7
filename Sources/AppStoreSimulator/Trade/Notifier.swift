import AppStore

/// The notifications that Apple sends about events.
enum Notifier {
  /// Sends a notification about a subscription, with its latest transaction, renewal information
  /// and status.
  static func report(
    _ type: String, _ subtype: String? = nil, of index: Int, in store: inout StoreState
  ) {
    let subscription = store.subscriptions[index]
    var notification = begin(type, subtype, of: subscription.customer, in: &store)
    notification.transaction = store.told(subscription.latest)
    store.changeSubscription(index) { $0.noteReport() }
    notification.renewal = RenewalContent.present(of: index, in: store)
    store.changeSubscription(index) { $0.noteGraceReport() }
    notification.status = subscription.status.rawValue
    send(notification, about: subscription.latest, in: &store)
  }

  /// Sends a notification for each subscription, own or shared, whose new term Apple has not
  /// reported yet.
  static func reportTerm(
    _ type: String, _ subtype: String? = nil, of index: Int, in store: inout StoreState
  ) {
    for index in store.withShares(index)
    where store.subscriptions[index].lastReported != store.subscriptions[index].latest {
      report(type, subtype, of: index, in: &store)
    }
  }

  /// Sends a notification about one transaction and, if there is one, its subscription.
  static func report(
    _ type: String, ofTransaction index: Int, reason: String? = nil, in store: inout StoreState
  ) {
    let transaction = store.transactions[index]
    var notification = begin(type, nil, of: transaction.customer, in: &store)
    notification.transaction = store.told(index)
    notification.consumptionRequestReason = reason
    if let subscription = transaction.subscription {
      notification.renewal = RenewalContent.present(of: subscription, in: store)
      notification.status = store.subscriptions[subscription].status.rawValue
    }
    send(notification, about: index, in: &store)
  }

  /// Sends a notification that concerns no purchase, such as a test or an unknown type. Returns its
  /// UUID.
  static func report(_ type: String, _ subtype: String?, in store: inout StoreState) -> String {
    let notification = begin(type, subtype, of: nil, in: &store)
    send(notification, in: &store)
    return notification.uuid
  }

  static func report(_ summary: SignableSummary, in store: inout StoreState) {
    var notification = begin("RENEWAL_EXTENSION", "SUMMARY", of: nil, in: &store)
    notification.summary = summary
    send(notification, in: &store)
  }

  private static func begin(
    _ type: String, _ subtype: String?, of customer: Int?, in store: inout StoreState
  ) -> StoreNotification {
    let uuid = store.chance.uuid()
    return StoreNotification(
      type, subtype, uuid: uuid, signedDate: store.tick(), customer: customer)
  }

  /// - Parameter transaction: the index of the notification's transaction; nil if it has none.
  private static func send(
    _ notification: StoreNotification, about transaction: Int? = nil, in store: inout StoreState
  ) {
    var notification = notification
    notification.version = store.app.notificationVersion
    if notification.version != .version2, let transaction {
      notification.legacy = legacyNotification(of: notification, about: transaction, in: store)
    }
    store.add(notification)
  }

  /// Returns the notification in version 1; nil if version 1 does not tell of the event.
  private static func legacyNotification(
    of notification: StoreNotification, about index: Int, in store: StoreState
  ) -> LegacyNotification? {
    let transaction = store.transactions[index]
    let previous = store.customers[transaction.customer].transactions.last {
      $0 < index && store.transactions[$0].subscription == transaction.subscription
    }
    let event = LegacyEvent(
      type: notification.type, subtype: notification.subtype, transaction: store.signable(index),
      previousProduct: transaction.subscription == nil
        ? nil : previous.map { store.transactions[$0].content.productId })
    guard let type = NotificationTypeV1(event, in: store.app) else { return nil }
    return LegacyNotification(
      type: type, isFlat: store.app.notificationVersion == .flatVersion1,
      transaction: event.transaction, renewal: notification.renewal,
      purchases: CustomerPurchases(of: transaction.customer, including: index, in: store))
  }
}
