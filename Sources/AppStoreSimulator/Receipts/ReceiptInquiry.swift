import AppStore
import Foundation

/// A question of a developer to `verifyReceipt`, and Apple's answer.
struct ReceiptInquiry {
  /// `requestBody`, with Apple's field names.
  private struct Body: Decodable {
    let receiptData: String
    let password: String?
    let excludeOldTransactions: Bool?

    enum CodingKeys: String, CodingKey {
      case receiptData = "receipt-data"
      case password
      case excludeOldTransactions = "exclude-old-transactions"
    }
  }

  private let contents: [UInt8]
  private let password: String?
  private let excludesOld: Bool

  init(_ json: Data) throws(VerifyReceiptStatus) {
    guard let body = try? JSONDecoder().decode(Body.self, from: json),  // Apple gives no reason
      let contents = Data(base64Encoded: body.receiptData.filter { !$0.isWhitespace }),
      !contents.isEmpty
    else { throw .malformed }
    self.contents = Array(contents)
    password = body.password
    excludesOld = body.excludeOldTransactions ?? false
  }

  /// Verifies the receipt and returns what the receipt holds. The password is needed for a receipt
  /// with auto-renewable subscriptions, and must be right wherever one is given.
  func receipt(
    of app: SimulatedApp, by issuer: ReceiptIssuer, at now: Int64
  ) throws(VerifyReceiptStatus) -> AppReceipt {
    let receipt = try verified(by: issuer, at: now)
    guard receipt.bundleID == app.bundleID else { throw .notAuthentic }
    guard receipt.jwsEnvironment == app.environment.rawValue else {
      throw app.environment == .production ? .sandboxReceipt : .productionReceipt
    }
    let isRight = password.map(issuer.accepts) ?? !receipt.hasSubscriptions
    guard isRight else { throw .wrongSecret }
    return receipt
  }

  private func verified(
    by issuer: ReceiptIssuer, at now: Int64
  ) throws(VerifyReceiptStatus) -> AppReceipt {
    // The root was made here and can always be read.
    guard let der = try? issuer.authority.rootCertificateDER,
      let root = try? RootCertificate(fileContents: der)
    else { throw .internalError }
    do {
      let date = Date(timeIntervalSince1970: Double(now) / 1_000)
      return try AppReceiptVerifier(roots: [root]).verify(contents, now: date)
    } catch {
      throw VerifyReceiptStatus(error)
    }
  }

  /// Returns the answer about a valid receipt. The newest state follows a receipt with
  /// auto-renewable subscriptions only.
  /// - Parameter purchases: the present purchases of the receipt's customer; nil for a receipt
  ///   without purchases.
  func answer(
    about receipt: AppReceipt, of app: SimulatedApp, _ purchases: CustomerPurchases?,
    by issuer: ReceiptIssuer, at now: Int64
  ) throws -> LegacyObject {
    var answer = VerifyReceiptStatus.valid.document
    answer.set("environment", app.environment.rawValue)
    answer["receipt"] = .object(LegacyObject(receipt, of: app, purchases, at: now))
    guard let purchases, receipt.hasSubscriptions else { return answer }
    let latest = Data(try issuer.authority.sign(purchases.receipt()))
    answer.set("latest_receipt", latest.base64EncodedString())
    answer["latest_receipt_info"] = .objects(
      purchases.latestReceiptInfo(excludesOld: excludesOld))
    answer["pending_renewal_info"] = .objects(purchases.pendingRenewalInfo)
    return answer
  }
}

extension AppReceipt {
  /// True if an auto-renewable subscription is among the purchases.
  fileprivate var hasSubscriptions: Bool {
    purchases.contains { $0.kind == SignableReceiptPurchase.Kind.autoRenewable.rawValue }
  }
}

extension LegacyObject {
  /// Creates `receipt` of an answer.
  fileprivate init(
    _ receipt: AppReceipt, of app: SimulatedApp, _ purchases: CustomerPurchases?, at now: Int64
  ) {
    let id = receipt.appAppleID ?? 0
    set("receipt_type", receipt.environment)
    self["adam_id"] = .number(id)
    self["app_item_id"] = .number(id)
    set("bundle_id", receipt.bundleID)
    set("application_version", receipt.applicationVersion)
    set("original_application_version", receipt.originalApplicationVersion)
    self["download_id"] = .number(0)
    self["version_external_identifier"] = .number(app.environment == .production ? 1 : 0)
    setDate("receipt_creation_date", receipt.creationDate.milliseconds)
    setDate("request_date", now)
    setDate("original_purchase_date", receipt.originalPurchaseDate?.milliseconds)
    let reasons = Dictionary(
      (purchases?.entries ?? []).map { ($0.content.transactionId, $0.content.revocationReason) },
      uniquingKeysWith: { $1 })
    self["in_app"] = .objects(
      receipt.purchases.map {
        LegacyObject($0, cancellationReason: reasons[$0.transactionID] ?? nil)
      })
  }
}
