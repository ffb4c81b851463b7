package import Foundation

/// Something sent to the ledger, not signed yet.
package struct Message: Sendable {
  enum Content: Sendable {
    case notification(SignableNotification, SignableTransaction?, SignableRenewal?)
    case post(account: String, SignableTransaction)
  }

  let content: Content
  /// When Apple, or the game, sent it first; milliseconds since 1970.
  package let sentAt: Int64

  /// Signs every JWS in it.
  package func signed(by signer: PayloadSigner) throws -> SignedMessage {
    switch content {
    case .notification(var notification, let transaction, let renewal):
      if let transaction {
        notification.data?.signedTransactionInfo = try signer.sign(transaction)
      }
      if let renewal { notification.data?.signedRenewalInfo = try signer.sign(renewal) }
      let body = NotificationBody(signedPayload: try signer.sign(notification))
      return SignedMessage(route: .notifications, body: try JSONEncoder().encode(body))
    case .post(let account, let transaction):
      let body = PostBody(account: account, signedTransactions: [try signer.sign(transaction)])
      return SignedMessage(route: .transactions, body: try JSONEncoder().encode(body))
    }
  }
}

/// A request as it goes over the wire; sent again, it is the same bytes.
package struct SignedMessage: Sendable {
  package enum Route: String, Sendable {
    case notifications = "/v1/apple/notifications"
    case transactions = "/v1/transactions"
  }

  package let route: Route
  package let body: Data
}

private struct NotificationBody: Encodable {
  let signedPayload: String
}

private struct PostBody: Encodable {
  let account: String
  let signedTransactions: [String]
}
