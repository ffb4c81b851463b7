import Crypto

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
    quantity = Int64(content.quantity)
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
