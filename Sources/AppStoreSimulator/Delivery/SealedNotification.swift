import Foundation

/// The signatures of a notification, kept so that every attempt sends the same text.
struct NotificationSeal: Sendable {
  let transaction: [UInt8]?
  let renewal: [UInt8]?
  let notification: [UInt8]
}

extension StoreNotification {
  /// Signs the notification and the transaction and renewal it contains.
  func sealed(by signer: PayloadSigner, for app: SimulatedApp) throws -> (
    signedPayload: String, seal: NotificationSeal
  ) {
    let inner = try transaction.map { try signer.seal($0) }
    let future = try renewal.map { try signer.seal($0) }
    let whole = try signer.seal(
      payload(of: app, transaction: inner?.text, renewal: future?.text))
    let seal = NotificationSeal(
      transaction: inner?.signature, renewal: future?.signature, notification: whole.signature)
    return (whole.text, seal)
  }

  /// Returns the text of the notification with the signatures of an earlier ``sealed(by:for:)``.
  func signedPayload(
    with seal: NotificationSeal, by signer: PayloadSigner, for app: SimulatedApp
  ) throws -> String {
    let inner = try transaction.map { try signer.text(of: $0, with: seal.transaction) }
    let future = try renewal.map { try signer.text(of: $0, with: seal.renewal) }
    return try signer.text(
      of: payload(of: app, transaction: inner, renewal: future), with: seal.notification)
  }

  private func payload(
    of app: SimulatedApp, transaction: String?, renewal: String?
  ) -> SignableNotification {
    var payload = SignableNotification(
      type, subtype: subtype, notificationUUID: uuid, signedDate: signedDate)
    if let summary {
      payload.summary = summary
      return payload
    }
    var data = app.notificationData
    if self.transaction == nil { data.bundleVersion = nil }
    data.signedTransactionInfo = transaction
    data.signedRenewalInfo = renewal
    data.status = status
    data.consumptionRequestReason = consumptionRequestReason
    payload.data = data
    return payload
  }
}

extension PayloadSigner {
  fileprivate func seal(_ payload: some Encodable) throws -> (text: String, signature: [UInt8]) {
    try seal(Self.json(payload))
  }

  fileprivate func text(of payload: some Encodable, with signature: [UInt8]?) throws -> String {
    guard let signature else { preconditionFailure("what was sealed has all its signatures") }
    return assemble(payload: try Self.json(payload), signature: signature)
  }
}
