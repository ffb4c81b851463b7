import Crypto

/// A customer's purchases at one moment, from which every older document of Apple's is made: the app
/// receipt, the answer of `verifyReceipt` and the notification of version 1.
struct CustomerPurchases: Sendable {
  /// One transaction in Apple's present state.
  struct Entry: Sendable {
    let content: SignableTransaction
    /// The moment of the upgrade that replaced the period; nil without an upgrade.
    let replacedAt: Int64?
  }

  let app: SimulatedApp
  /// The present in milliseconds since 1970.
  let moment: Int64
  let appTransactionID: String
  let downloadedAt: Int64
  /// The transactions in order of purchase.
  let entries: [Entry]
  /// The renewal information of each subscription.
  let renewals: [SignableRenewal]

  /// Returns the elements in an order without meaning, as in Apple's documents. The order is the
  /// same for the same customer and moment.
  func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var generator = SplitMix64(seed: UInt64(bitPattern: moment) ^ (UInt64(appTransactionID) ?? 0))
    return elements.shuffled(using: &generator)
  }
}

extension CustomerPurchases {
  /// Creates the purchases of a customer without finished consumables.
  /// - Parameter subject: a transaction that is included even if finished; nil for none.
  init(of index: Int, including subject: Int? = nil, in store: StoreState) {
    let customer = store.customers[index]
    let told = customer.transactions.filter {
      $0 == subject || !store.transactions[$0].isFinishedConsumable
    }
    self.init(
      app: store.app, moment: store.now, appTransactionID: customer.appTransactionID,
      downloadedAt: customer.downloadedAt,
      entries: told.map {
        Entry(content: store.signable($0), replacedAt: Self.replacement(of: $0, in: store))
      },
      renewals: customer.subscriptions.map { RenewalContent.present(of: $0, in: store) })
  }

  /// Returns the moment of the upgrade that replaced a period: the purchase of the next one.
  private static func replacement(of index: Int, in store: StoreState) -> Int64? {
    let transaction = store.transactions[index]
    guard transaction.content.isUpgraded == true else { return nil }
    let next = store.customers[transaction.customer].transactions.first {
      $0 > index && store.transactions[$0].subscription == transaction.subscription
    }
    return next.map { store.transactions[$0].content.purchaseDate }
  }
}

extension StoreTransaction {
  fileprivate var isFinishedConsumable: Bool {
    isFinished && content.type == Product.Kind.consumable.rawValue
  }
}

extension CustomerPurchases {
  /// The moment at which every app was bought in Apple's sandbox: 2013-08-01T07:00:00Z.
  static let sandboxPurchaseDate: Int64 = 1_375_340_400_000
  /// The device of a receipt that no device has asked for.
  private static let noDevice = [UInt8](repeating: 0, count: 16)

  /// Returns the app receipt of a device, the same for the same customer, moment and device.
  /// - Parameter device: the bytes of `identifierForVendor`; nil if no device has asked.
  func receipt(for device: [UInt8]? = nil) -> SignableAppReceipt {
    let isSandbox = app.environment == .sandbox
    let opaque = SHA256.hash(data: Array("\(appTransactionID) \(moment)".utf8)).prefix(16)
    var receipt = SignableAppReceipt(
      bundleID: app.bundleID, creationDate: moment,
      purchases: shuffled(entries).map(SignableReceiptPurchase.init),
      device: device ?? Self.noDevice, opaqueValue: Array(opaque))
    receipt.environment = app.receiptType
    receipt.appAppleID = app.toldAppAppleID ?? 0
    receipt.originalPurchaseDate = isSandbox ? Self.sandboxPurchaseDate : downloadedAt
    receipt.originalApplicationVersion = isSandbox ? "1.0" : "1"
    return receipt
  }
}

extension SimulatedApp {
  /// The environment in the words of an app receipt.
  var receiptType: String {
    switch environment {
    case .production: "Production"
    case .sandbox: "ProductionSandbox"
    }
  }
}

extension SignableReceiptPurchase {
  /// Creates the purchase of a transaction. A receipt has no mark for an upgrade and tells the
  /// upgrade as a cancellation; it has none for a family share either.
  init(_ entry: CustomerPurchases.Entry) {
    let content = entry.content
    self.init(
      productID: content.productId, transactionID: content.transactionId,
      purchaseDate: content.purchaseDate, kind: Kind(content.type),
      expiresDate: content.expiresDate)
    quantity = Int64(content.quantity ?? 1)
    originalTransactionID = content.originalTransactionId
    originalPurchaseDate = content.originalPurchaseDate
    webOrderLineItemID = content.webOrderLineItemId.flatMap { Int64($0) } ?? 0
    cancellationDate = content.revocationDate ?? entry.replacedAt
    isTrial = content.isTrial
    isIntroductory = content.isPaidIntroduction
    promotionalOfferID = content.identifier(of: .promotional)
  }
}

extension SignableReceiptPurchase.Kind {
  /// - Parameter type: the type in Apple's words, such as `Consumable`.
  fileprivate init(_ type: String) {
    self =
      switch Product.Kind(rawValue: type) {
      case .consumable: .consumable
      case .nonConsumable: .nonConsumable
      case .nonRenewing: .nonRenewing
      case .autoRenewable, nil: .autoRenewable
      }
  }
}

extension SignableTransaction {
  /// True in a free period, whatever the offer.
  var isTrial: Bool { offerDiscountType == StoreOffer.Mode.freeTrial.rawValue }

  /// True in a period of an introductory offer that costs something.
  var isPaidIntroduction: Bool {
    offerType == StoreOffer.Kind.introductory.rawValue && !isTrial
  }

  /// Returns the identifier of the period's offer if the offer is of this kind.
  func identifier(of kind: StoreOffer.Kind) -> String? {
    offerType == kind.rawValue ? offerIdentifier : nil
  }
}

extension CustomerPurchases {
  /// The elements of `latest_receipt_info`, in no order.
  /// - Parameters:
  ///   - excludesOld: true to tell only the latest transaction of each subscription.
  ///   - limit: the number of the newest transactions to tell.
  func latestReceiptInfo(excludesOld: Bool = false, limit: Int = .max) -> [LegacyObject] {
    var told = entries.map(\.content)
    if excludesOld {
      let latest = Dictionary(
        told.map { ($0.originalTransactionId, $0.transactionId) }, uniquingKeysWith: { $1 })
      told = told.filter { latest[$0.originalTransactionId] == $0.transactionId }
    }
    told.sort { $0.purchaseDate < $1.purchaseDate }
    return shuffled(told.suffix(limit)).map { LegacyObject($0) }
  }

  /// The elements of `pending_renewal_info`.
  var pendingRenewalInfo: [LegacyObject] { shuffled(renewals).map { LegacyObject($0) } }
}
