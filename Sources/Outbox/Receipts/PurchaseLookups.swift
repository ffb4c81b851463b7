import Foundation
package import Intake
package import Ledger

/// The queries to Apple about purchases that a document names without any proof.
package struct PurchaseLookups: Sendable {
  private let queue: JobQueue
  private let askable: Set<BundleID>
  private let verifiable: Set<BundleID>
  private let now: @Sendable () -> Instant

  /// - Parameters:
  ///   - askable: the apps with a key for Apple's Server API.
  ///   - verifiable: the apps whose receipts verifyReceipt is asked about.
  package init(
    queue: JobQueue, askable: Set<BundleID>, verifiable: Set<BundleID>,
    now: @escaping @Sendable () -> Instant
  ) {
    self.queue = queue
    self.askable = askable
    self.verifiable = verifiable
    self.now = now
  }

  /// Enqueues the query about the purchase that a kept transaction receipt names. Throws a rejection if
  /// its app can ask Apple in no way.
  package func enqueue(about named: NamedPurchase) async throws {
    let job = try query(
      about: named.chain, in: named.receipt,
      Digest(of: named.receipt).hexadecimal)
    guard let job else { throw Self.notAskable }
    try await Rejection.translatingFailure { try await queue.enqueue([job], at: now()) }
  }

  /// Returns the query about a chain that a transaction receipt names: for Apple's signed history, or
  /// without a key for what verifyReceipt tells of the receipt; nil if the app can ask neither.
  ///
  /// - Parameter subject: the subject of a question to verifyReceipt.
  func query(
    about chain: ChainID, in receipt: [UInt8], _ subject: String
  ) throws -> NewJob? {
    if askable.contains(chain.bundleID) {
      return NewJob(
        .history, about: chain.originalTransactionID.rawValue, in: chain.environment,
        of: chain.bundleID, dueAt: now())
    }
    return try question(about: receipt, of: chain.bundleID, in: chain.environment, subject)
  }

  /// Returns the question to verifyReceipt about a receipt; nil if the app has no shared secret, or has
  /// a key, which tells more.
  func question(
    about receipt: [UInt8], of bundleID: BundleID, in environment: StoreEnvironment,
    _ subject: String
  ) throws -> NewJob? {
    guard verifiable.contains(bundleID) else { return nil }
    return NewJob(
      .receipt, about: subject, in: environment, of: bundleID,
      content: Array(try JSONEncoder().encode(ReceiptQuestion(receipt: Data(receipt)))),
      dueAt: now())
  }

  private static let notAskable = Rejection(
    .notConfigured, code: "server_api_key_missing",
    detail: "a transaction receipt of iOS 6 proves nothing, and Apple cannot be asked about its "
      + "purchase: give the app a key of Apple's Server API in DAICHO_APPS")
}
