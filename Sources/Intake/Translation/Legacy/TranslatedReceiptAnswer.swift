import AppStore
import Ledger

/// An answer of verifyReceipt in the words of the ledger.
///
/// The facts have trust 0, because Apple signs nothing of an answer. Where the receipt inside it was
/// verified, the receipt's purchases follow with trust 1.
struct TranslatedReceiptAnswer: Sendable {
  /// The lead over the local clock that a told date may have, as a signing time may.
  private static let aheadMax: Duration = .seconds(86_400)

  let transactions: [TransactionFact]
  let renewals: [RenewalFact]

  /// - Parameters:
  ///   - receipt: the verified `latest_receipt`; nil if there is none, or another app's.
  ///   - receivedAt: the time of an answer that tells no date.
  init(
    _ answer: VerifyReceiptAnswer, of bundleID: BundleID, in environment: StoreEnvironment,
    _ receipt: AppReceipt?, receivedAt: Instant
  ) {
    let told = [answer.receipt?.requestDate, answer.receipt?.receiptCreationDate]
      .compactMap { $0.map(Instant.init(apple:)) }
    let moment = told.first { $0 <= receivedAt + Self.aheadMax } ?? receivedAt
    let statement = UnsignedStatement(
      answer.entries.map { UnsignedTransaction($0) }, of: bundleID, in: environment,
      trust: .sharedSecret, assertedAt: moment)
    transactions = statement.facts + (receipt.map { UnsignedStatement($0).facts } ?? [])
    renewals = answer.pendingRenewals.compactMap {
      RenewalFact($0, of: bundleID, in: environment, assertedAt: moment)
    }
  }
}
