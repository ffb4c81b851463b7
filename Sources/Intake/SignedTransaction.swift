import AppStore
import EventStore
import Foundation
import Ledger

/// A verified transaction, or a verified AppTransaction, which is the purchase of the app itself.
struct SignedTransaction: Sendable {
  let fact: TransactionFact
  let evidence: Evidence
  /// The proof of the device that made the JWS; nil for one of Apple's servers.
  let device: DeviceVerification?

  init(_ jws: String, by verifier: PayloadVerifier, now: Date) async throws(Rejection) {
    let transaction: Verified<TransactionPayload>
    do {
      transaction = try await verifier.verify(jws, as: TransactionPayload.self, now: now)
    } catch {
      guard let purchase = try await Self(appTransaction: jws, after: error, verifier, now: now)
      else { throw Rejection(error) }
      self = purchase
      return
    }
    do {
      fact = try TransactionFact(transaction)
    } catch {
      throw Rejection(error)
    }
    evidence = Evidence(transaction)
    device = transaction.payload.device
  }

  /// Verifies an AppTransaction. It has no `signedDate`, so that its verification as a transaction
  /// fails for that; nil for any other JWS and error.
  private init?(
    appTransaction jws: String, after error: VerificationError, _ verifier: PayloadVerifier,
    now: Date
  ) async throws(Rejection) {
    guard case .missingSignedDate = error, let signed = try? SignedPayload(jws),
      PayloadKind.detect(signed) == .appTransaction
    else { return nil }
    let verified: Verified<AppTransactionPayload>
    do {
      verified = try await verifier.verify(signed, as: AppTransactionPayload.self, now: now)
    } catch {
      throw Rejection(error)
    }
    do {
      fact = try TransactionFact(verified)
    } catch {
      throw Rejection(error)
    }
    evidence = Evidence(verified)
    device = verified.payload.device
  }
}
