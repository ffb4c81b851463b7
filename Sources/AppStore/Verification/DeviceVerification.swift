import Crypto
package import Foundation

/// The proof in a JWS that it was made on one device: `deviceVerification` and
/// `deviceVerificationNonce`.
///
/// https://developer.apple.com/documentation/storekit/apptransaction/deviceverification
package struct DeviceVerification: Sendable, Hashable {
  private let verification: [UInt8]
  private let nonce: UUID

  /// Returns nil if a field is absent or unreadable. Apple's servers send neither.
  init?(_ verification: String?, nonce: String?) {
    guard let verification = verification.flatMap({ Data(base64Encoded: $0) }),
      let nonce = nonce.flatMap(UUID.init(uuidString:))
    else { return nil }
    self.verification = [UInt8](verification)
    self.nonce = nonce
  }

  /// Returns true if the JWS was made on the device with this `AppStore.deviceVerificationID`: the
  /// proof is SHA-384 of the nonce and the id, both in lower case. Compares in constant time.
  package func isOf(device: UUID) -> Bool {
    let text = nonce.uuidString.lowercased() + device.uuidString.lowercased()
    return SHA384.hash(data: Array(text.utf8)) == verification
  }
}

extension AppTransactionPayload {
  package var device: DeviceVerification? {
    DeviceVerification(deviceVerification, nonce: deviceVerificationNonce)
  }
}

extension TransactionPayload {
  package var device: DeviceVerification? {
    DeviceVerification(deviceVerification, nonce: deviceVerificationNonce)
  }
}
