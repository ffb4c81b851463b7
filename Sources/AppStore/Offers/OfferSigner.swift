package import Foundation

/// A signer of the promotional offers of one app, by its In-App Purchase key.
///
/// StoreKit takes one of two forms: a signature of its own, or a JWS. Apple accepts the first for 24 hours.
package struct OfferSigner: Sendable {
  /// The content of a signature.
  package struct Request: Sendable {
    package let productID: String
    package let offerIdentifier: String
    /// The token that the app gives to StoreKit with the purchase; nil if it gives none.
    package let appAccountToken: UUID?
    /// A transaction of the customer, to which the JWS is bound; nil for any customer.
    package let transactionID: String?

    package init(
      productID: String, offerIdentifier: String, appAccountToken: UUID?, transactionID: String?
    ) {
      self.productID = productID
      self.offerIdentifier = offerIdentifier
      self.appAccountToken = appAccountToken
      self.transactionID = transactionID
    }
  }

  /// The separator of the signed values, which cannot be seen.
  private static let separator = "\u{2063}"

  private struct Claims: Encodable {
    let iss: String
    let iat: Int64
    let bid: String
    let aud = "promotional-offer"
    let nonce: String
    let productId: String
    let offerIdentifier: String
    let transactionId: String?
  }

  private let bundleID: String
  private let key: ServerAPIKey

  package init(for bundleID: String, by key: ServerAPIKey) {
    self.bundleID = bundleID
    self.key = key
  }

  /// The id of the key, which StoreKit sends along with the signature.
  package var keyIdentifier: String { key.keyID }

  /// Returns the signature of the values that StoreKit sends along, in Base64.
  package func signature(
    of request: Request, nonce: UUID, at timestamp: Timestamp
  ) throws -> String {
    let values = [
      bundleID, key.keyID, request.productID, request.offerIdentifier,
      request.appAccountToken?.uuidString.lowercased() ?? "", nonce.uuidString.lowercased(),
      String(timestamp.milliseconds),
    ]
    let signed = values.joined(separator: Self.separator)
    return Data(try key.derSignature(of: signed.utf8)).base64EncodedString()
  }

  /// Returns the JWS of the offer.
  package func jws(of request: Request, nonce: UUID, at timestamp: Timestamp) throws -> String {
    try key.token(
      Claims(
        iss: key.issuerID, iat: timestamp.milliseconds / 1_000, bid: bundleID,
        nonce: nonce.uuidString.lowercased(), productId: request.productID,
        offerIdentifier: request.offerIdentifier, transactionId: request.transactionID))
  }
}
