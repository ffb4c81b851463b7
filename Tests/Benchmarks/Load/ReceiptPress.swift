import AppStore
import AppStoreSimulator
import Foundation
import Synchronization

/// A signer of app receipts and of notifications of version 1, each of another chain.
@MainActor
final class ReceiptPress {
  private nonisolated static let secret = "bench-shared-secret"

  let authority: ReceiptAuthority
  /// The files by which a ledger accepts what this press prints.
  let settings: LedgerServer.OlderSources
  /// The root of signed transactions, which are not posted here.
  let rootFile: URL
  private var printed: Int64 = 0

  init(folder: URL) throws {
    authority = try ReceiptAuthority()
    rootFile = try NotificationPress().writeRoot(into: folder)
    settings = LedgerServer.OlderSources(
      secretFile: folder.appending(path: "shared-secret"),
      root: folder.appending(path: "receipt-root.pem"))
    try Data(Self.secret.utf8).write(to: settings.secretFile)
    try Data(try authority.rootCertificatePEM.utf8).write(to: settings.root)
  }

  /// Returns the receipt of one chain with so many monthly periods, the last one the present.
  func receipt(purchases: Int) throws -> [UInt8] {
    printed += 1
    let time = Self.present
    return try Self.receipt(
      Self.entries(of: printed, purchases, at: time), at: time, authority)
  }

  /// Returns so many bodies, signed on all cores beforehand.
  func bodies(_ count: Int, transactions: Int) throws -> [[UInt8]] {
    let (first, time, authority) = (printed + 1, Self.present, authority)
    printed += Int64(count)
    let bodies = Mutex<[[UInt8]]>([])
    DispatchQueue.concurrentPerform(iterations: count) { index in
      // Simulated receipts always encode; what failed is missed below.
      let body = try? Self.body(
        chain: first + Int64(index), transactions, at: time, authority)
      bodies.withLock { $0 += [body].compactMap(\.self) }
    }
    let made = bodies.withLock(\.self)
    guard made.count == count else {
      throw BenchmarkFailure("The simulated App Store could not sign.")
    }
    return made
  }

  private static var present: Int64 { Int64(Date.now.timeIntervalSince1970) * 1_000 }

  private nonisolated static func receipt(
    _ entries: [VersionOneBody.Entry], at time: Int64, _ authority: ReceiptAuthority
  ) throws -> [UInt8] {
    var receipt = SignableAppReceipt(
      bundleID: NotificationPress.app.bundleID, creationDate: time,
      purchases: entries.map(\.purchase))
    receipt.environment = "Production"
    receipt.appAppleID = NotificationPress.app.appAppleID
    return try authority.sign(receipt)
  }

  private nonisolated static func body(
    chain: Int64, _ transactions: Int, at time: Int64, _ authority: ReceiptAuthority
  ) throws -> [UInt8] {
    let entries = entries(of: chain, transactions, at: time)
    let receipt = Data(try receipt(entries, at: time, authority)).base64EncodedString()
    return try VersionOneBody(password: secret, receipt: receipt, entries: entries).json
  }

  private nonisolated static func entries(
    of chain: Int64, _ count: Int, at time: Int64
  ) -> [VersionOneBody.Entry] {
    (1...count).map { VersionOneBody.Entry(chain: chain, $0, of: count, at: time) }
  }
}

/// The body of a notification of version 1. Its keys are Apple's in snake case.
private struct VersionOneBody: Encodable {
  struct Entry: Encodable {
    private static let month: Int64 = 30 * 86_400_000
    /// The number before all transactions. Each chain has room for a thousand.
    private static let base: Int64 = 300_000_000_000_000

    let quantity = "1"
    let productId = "\(NotificationPress.app.bundleID).pro.monthly"
    let subscriptionGroupIdentifier = "21000001"
    let transactionId: String
    let originalTransactionId: String
    let purchaseDateMs: String
    let originalPurchaseDateMs: String
    let expiresDateMs: String
    let isTrialPeriod = "false"

    /// Creates one of so many periods of a chain, the last of which is the present one.
    init(chain: Int64, _ number: Int, of count: Int, at time: Int64) {
      let purchased = time - 3_600_000 - Int64(count - number) * Self.month
      transactionId = String(Self.base + chain * 1_000 + Int64(number))
      originalTransactionId = String(Self.base + chain * 1_000 + 1)
      purchaseDateMs = String(purchased)
      originalPurchaseDateMs = purchaseDateMs
      expiresDateMs = String(purchased + Self.month)
    }

    /// The same period as a receipt tells it.
    var purchase: SignableReceiptPurchase {
      var purchase = SignableReceiptPurchase(
        productID: productId, transactionID: transactionId,
        purchaseDate: Int64(purchaseDateMs) ?? 0, expiresDate: Int64(expiresDateMs))
      purchase.originalTransactionID = originalTransactionId
      return purchase
    }
  }

  private struct Renewal: Encodable {
    let originalTransactionId: String
    let productId: String
    let autoRenewProductId: String
    let autoRenewStatus = "1"
  }

  private struct UnifiedReceipt: Encodable {
    let status = 0
    let environment = "Production"
    let latestReceipt: String
    let latestReceiptInfo: [Entry]
    let pendingRenewalInfo: [Renewal]
  }

  private let notificationType = "DID_RENEW"
  private let environment = "PROD"
  private let password: String
  private let bid = NotificationPress.app.bundleID
  private let bvrs = "1"
  private let autoRenewStatus = "true"
  private let unifiedReceipt: UnifiedReceipt

  init(password: String, receipt: String, entries: [Entry]) {
    self.password = password
    unifiedReceipt = UnifiedReceipt(
      latestReceipt: receipt, latestReceiptInfo: entries,
      pendingRenewalInfo: entries.prefix(1).map {
        Renewal(
          originalTransactionId: $0.originalTransactionId, productId: $0.productId,
          autoRenewProductId: $0.productId)
      })
  }

  var json: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      return Array(try encoder.encode(self))
    }
  }
}
