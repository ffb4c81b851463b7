import AppStore
import EventStore
import Foundation
import Ledger

/// A valid transaction: the fact with its evidence.
struct TransactionDraft: Sendable {
  let fact: TransactionFact
  let evidence: Evidence

  var observed: NewEvent {
    NewEvent(.chain(.transactionObserved(fact)), evidence: evidence)
  }
}

/// A judge of posted transactions and receipts. It stores nothing.
struct TransactionJudge: Sendable {
  private let admission: Admission
  private let verifier: PayloadVerifier
  private let legacy: LegacyReader
  private let now: @Sendable () -> Instant

  init(
    admission: Admission, verifier: PayloadVerifier, legacy: LegacyReader,
    now: @escaping @Sendable () -> Instant
  ) {
    self.admission = admission
    self.verifier = verifier
    self.legacy = legacy
    self.now = now
  }

  /// Verifies a signed transaction, which must be one of the device if one is named.
  func judge(
    _ jws: String, from device: UUID? = nil, _ scope: PostScope
  ) async -> Result<TransactionDraft, Rejection> {
    do throws(Rejection) {
      let verified = try await SignedTransaction(jws, by: verifier, now: now().date)
      if let device, verified.device?.isOf(device: device) != true {
        throw Rejection(ReceiptError.wrongDevice)
      }
      let fact = verified.fact
      try scope.admitByReach(fact.chain.bundleID, fact.chain.environment)
      try admission.admit(fact.chain.bundleID, fact.chain.environment)
      try scope.admit(fact.chain.bundleID, fact.chain.environment)
      let draft = TransactionDraft(fact: fact, evidence: verified.evidence)
      guard draft.observed.isStorable else { throw Rejection.unstorable }
      return .success(draft)
    } catch {
      return .failure(error)
    }
  }

  /// Returns one verdict per purchase of a receipt, or the only rejection of a receipt that is not
  /// accepted. All purchases share the receipt as evidence. A receipt that has expired is not posted:
  /// its device has a newer one, which tells what became of the purchases.
  func judge(
    receipt contents: [UInt8], from device: [UInt8]?, _ scope: PostScope
  ) -> [Result<TransactionDraft, Rejection>] {
    do throws(Rejection) {
      let receipt = try legacy.receipt(contents, from: device, within: scope, at: now())
      if let end = receipt.expirationDate, Instant(apple: end) <= now() {
        throw Rejection(ReceiptError.receiptExpired)
      }
      let evidence = Evidence(contents)
      return UnsignedStatement(receipt).facts.map { fact in
        let draft = TransactionDraft(fact: fact, evidence: evidence)
        return draft.observed.isStorable ? .success(draft) : .failure(.unstorable)
      }
    } catch {
      return [.failure(error)]
    }
  }
}
