package import AppStore
package import Foundation
package import Ledger

/// A promotional offer with all that StoreKit needs to redeem it.
package struct SignedOffer: Sendable {
  package let keyIdentifier: String
  package let nonce: UUID
  /// The moment of the signature, from which Apple accepts it for 24 hours.
  package let signedAt: Instant
  package let signature: String
  package let jws: String
}

/// The reason why a promotional offer was not signed.
package enum OfferRejection: Error, Hashable, Sendable {
  /// The app has no In-App Purchase key here.
  case keyMissing
  /// No catalog of the app lists the product.
  case productUnknown
  /// The catalog lists no promotional offer of this id for the product.
  case offerUnknown
}

/// The signing of promotional offers that an app's catalog lists.
package struct OfferSigning: Sendable {
  private let signers: [BundleID: OfferSigner]
  private let catalogs: CatalogDecisions

  /// - Parameter signers: a signer of each app that has a key.
  package init(_ signers: [BundleID: OfferSigner], by intake: Intake) {
    self.signers = signers
    catalogs = intake.catalogs
  }

  /// Signs an offer of the catalog in force. Throws an ``OfferRejection`` if there is no key or no such offer.
  package func sign(
    _ offerIdentifier: String, of productID: ProductID, in bundleID: BundleID,
    for token: UUID?, after transactionID: TransactionID?, at moment: Instant
  ) async throws -> SignedOffer {
    guard let signer = signers[bundleID] else { throw OfferRejection.keyMissing }
    let catalogs = try await catalogs.known(of: bundleID)
    guard let product = catalogs.product(productID, at: moment) else {
      throw OfferRejection.productUnknown
    }
    guard product.offers.contains(offerIdentifier) else { throw OfferRejection.offerUnknown }
    let request = OfferSigner.Request(
      productID: productID.rawValue, offerIdentifier: offerIdentifier, appAccountToken: token,
      transactionID: transactionID?.rawValue)
    let (nonce, timestamp) = (UUID(), Timestamp(milliseconds: moment.milliseconds))
    return SignedOffer(
      keyIdentifier: signer.keyIdentifier, nonce: nonce, signedAt: moment,
      signature: try signer.signature(of: request, nonce: nonce, at: timestamp),
      jws: try signer.jws(of: request, nonce: nonce, at: timestamp))
  }
}
