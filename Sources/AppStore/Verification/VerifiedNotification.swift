package import Foundation

/// A notification and the JWS inside it, each verified separately and all about the same app.
package struct VerifiedNotification: Sendable {
  package let notification: Verified<NotificationPayload>
  package let transaction: Verified<TransactionPayload>?
  package let renewal: Verified<RenewalPayload>?
  package let appTransaction: Verified<AppTransactionPayload>?
}

extension PayloadVerifier {
  /// Verifies a notification and every JWS inside. One invalid inner JWS fails the notification.
  ///
  /// Bundle and environment of the inner payloads must match the notification's. A renewal names no
  /// bundle, and payloads from before February 2022 name no environment.
  package func verify(
    notification signed: SignedPayload, now: Date
  ) async throws(VerificationError) -> VerifiedNotification {
    let hashed = HashedPayload(signed)
    let outer = try await verify(hashed, as: NotificationPayload.self, now: now)
    let environment = outer.payload.environment
    let verified = VerifiedNotification(
      notification: outer,
      transaction: try await verify(
        outer.payload.data?.signedTransactionInfo, in: hashed, as: TransactionPayload.self,
        within: environment, now: now),
      renewal: try await verify(
        outer.payload.data?.signedRenewalInfo, in: hashed, as: RenewalPayload.self,
        within: environment, now: now),
      appTransaction: try await verify(
        outer.payload.appData?.signedAppTransactionInfo, in: hashed,
        as: AppTransactionPayload.self, within: environment, now: now))
    try verified.compare()
    return verified
  }

  private func verify<P: AppleSigned>(
    _ inner: EnclosedJWS?, in outer: HashedPayload, as type: P.Type, within environment: String?,
    now: Date
  ) async throws(VerificationError) -> Verified<P>? {
    guard let inner else { return nil }
    let hashed = HashedPayload(try SignedPayload(inner.bytes), within: outer)
    return try await verify(hashed, as: type, within: environment, now: now)
  }
}

extension VerifiedNotification {
  fileprivate func compare() throws(VerificationError) {
    let outer = notification.payload
    if let transaction, transaction.payload.bundleId != outer.bundleId {
      throw .mismatchedPayloads(field: "signedTransactionInfo.bundleId")
    }
    if let appTransaction, appTransaction.payload.bundleId != outer.bundleId {
      throw .mismatchedPayloads(field: "signedAppTransactionInfo.bundleId")
    }
    let environments = [
      transaction?.payload.environment, renewal?.payload.environment,
      appTransaction?.payload.receiptType,
    ]
    for environment in environments.compactMap(\.self) where environment != outer.environment {
      throw .mismatchedPayloads(field: "environment")
    }
  }
}
