/// One customer, and how the ledger hears of them.
struct SimulatedCustomer: Sendable {
  enum Kind: Sendable {
    /// Apple tells of everything.
    case notified
    /// Only the game tells: it posts each transaction it sees.
    case postedByGame
    /// Lives on another's purchase: the game names the account once, Apple tells the rest.
    case familyMember
  }

  let app: SimulatedApp
  let kind: Kind
  /// The game's name for the customer, and the token of their own purchases.
  let account: String
  let appTransactionID: String

  init(_ kind: Kind, of app: SimulatedApp, chance: inout Chance) {
    self.app = app
    self.kind = kind
    account = chance.uuid()
    appTransactionID = chance.transactionID()
  }

  func productID(_ name: String) -> String { "\(app.bundleID).\(name)" }

  /// A first purchase of this customer; without an expiry of what has none.
  func purchase(
    _ productID: String, type: String, at moment: Int64, transactionID: String
  ) -> SignableTransaction {
    var transaction = SignableTransaction(
      transactionId: transactionID, bundleId: app.bundleID, productId: productID, type: type,
      purchaseDate: moment, environment: "Production")
    transaction.appTransactionId = appTransactionID
    if kind == .familyMember {
      transaction.inAppOwnershipType = "FAMILY_SHARED"
    } else {
      transaction.appAccountToken = account
      transaction.currency = "USD"
    }
    return transaction
  }

  /// What reaches the ledger when Apple has this to say of a purchase.
  func message(
    _ type: String, _ subtype: String?, uuid: String, transaction: SignableTransaction,
    renewal: SignableRenewal? = nil, standing: Standing? = nil
  ) -> Message {
    let sentAt = transaction.signedDate
    if kind == .postedByGame {
      return Message(content: .post(account: account, transaction), sentAt: sentAt)
    }
    var notification = SignableNotification(
      type, subtype: subtype, notificationUUID: uuid, signedDate: sentAt)
    notification.data = app.notificationData
    notification.data?.status = standing?.appleStatus
    return Message(content: .notification(notification, transaction, renewal), sentAt: sentAt)
  }
}

extension SimulatedApp {
  var notificationData: SignableNotificationData {
    SignableNotificationData(
      bundleId: bundleID, environment: "Production", appAppleId: appAppleID)
  }
}
