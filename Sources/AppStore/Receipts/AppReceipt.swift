import Crypto

/// An app receipt that Apple signed. Only an `AppReceiptVerifier` creates one.
///
/// The receipt holds what the device knew at the creation date. It proves the purchases, but not
/// that the sender made them. The caller still compares the bundle with the configuration.
package struct AppReceipt: Sendable, Hashable {
  /// The largest accepted number of purchases.
  static let purchasesMax = 5_000

  /// The environment as the receipt names it, such as `ProductionSandbox`. Very old receipts name
  /// none.
  package let environment: String?
  /// The environment in the words of Apple's JWS: `Production`, `Sandbox` or `Xcode`.
  package let jwsEnvironment: String
  /// The app's id in the App Store; 0 in receipts of the sandbox and of Xcode.
  package let appAppleID: Int64?
  package let bundleID: String
  /// The encoded bundle id with its tag and length, over which the hash is computed.
  package let encodedBundleID: [UInt8]
  package let applicationVersion: String?
  package let opaqueValue: [UInt8]
  /// SHA-1 of the device's identifier, the opaque value and the encoded bundle id.
  package let hash: [UInt8]
  package let creationDate: Timestamp
  package let originalPurchaseDate: Timestamp?
  package let originalApplicationVersion: String?
  /// The end of the receipt's validity, for volume purchases.
  package let expirationDate: Timestamp?
  /// The purchases in the receipt's order, which has no meaning.
  package let purchases: [ReceiptPurchase]

  /// - Parameter payload: the encoded set of the receipt's attributes. The caller has verified its
  ///   signature.
  init(verifiedPayload payload: [UInt8]) throws(ReceiptError) {
    let attributes: ReceiptAttributes
    do {
      attributes = try ReceiptAttributes(payload[...])
    } catch {
      throw .malformedReceipt(field: "the receipt's payload")
    }
    guard let created = try attributes.date(.creationDate) else { throw .missingCreationDate }
    creationDate = created
    environment = try attributes.text(.environment)
    appAppleID = try attributes.integer(.appAppleID)
    bundleID = try attributes.text(.bundleID).required(.bundleID)
    encodedBundleID = try attributes.octets(.bundleID).required(.bundleID)
    applicationVersion = try attributes.text(.applicationVersion)
    opaqueValue = try attributes.octets(.opaqueValue).required(.opaqueValue)
    hash = try attributes.octets(.hash).required(.hash)
    originalPurchaseDate = try attributes.date(.originalPurchaseDate)
    originalApplicationVersion = try attributes.text(.originalApplicationVersion)
    expirationDate = try attributes.date(.expirationDate)
    jwsEnvironment = try Self.jwsEnvironment(
      environment, appAppleID: appAppleID, originalPurchaseDate: originalPurchaseDate)
    purchases = try Self.purchases(attributes)
  }

  /// Returns true if the receipt was issued to this device.
  ///
  /// - Parameter device: the 16 bytes of `identifierForVendor`, or on a Mac the 6 bytes of the
  ///   primary network interface's address.
  package func isFor(device: [UInt8]) -> Bool {
    var digest = Insecure.SHA1()
    for part in [device, opaqueValue, encodedBundleID] { digest.update(data: part) }
    let computed = Array(digest.finalize())
    guard computed.count == hash.count else { return false }
    // All bytes are compared, so that the time does not depend on the first difference.
    return zip(computed, hash).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func purchases(
    _ attributes: ReceiptAttributes
  ) throws(ReceiptError) -> [ReceiptPurchase] {
    let sets = try attributes.values(.purchase)
    guard sets.count <= purchasesMax else { throw .tooManyPurchases }
    var purchases: [ReceiptPurchase] = []
    for set in sets { purchases.append(try ReceiptPurchase(set)) }
    return purchases
  }

  /// The date at which every app was bought in the sandbox: 2013-08-01T07:00:00Z.
  private static let sandboxPurchaseDate: Timestamp = 1_375_340_400_000

  /// Translates the receipt's word. A receipt without a word is from the sandbox if it has the
  /// sandbox's constant values.
  private static func jwsEnvironment(
    _ word: String?, appAppleID: Int64?, originalPurchaseDate: Timestamp?
  ) throws(ReceiptError) -> String {
    switch word {
    case "Production", "ProductionVPP": "Production"
    case "Sandbox", "ProductionSandbox", "ProductionVPPSandbox": "Sandbox"
    case "Xcode": "Xcode"
    case nil:
      appAppleID == 0 || originalPurchaseDate == sandboxPurchaseDate ? "Sandbox" : "Production"
    case _?: throw .unknownEnvironment
    }
  }
}
