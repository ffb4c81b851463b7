import Crypto
import Foundation
import Synchronization

/// Verification by the processor alone: ES256 over texts as long as the three of a notification,
/// hashing included, on all cores at once. Nothing is decoded and nothing stored.
struct BareVerification: Sendable {
  private struct Text: Sendable {
    let content: [UInt8]
    let signature: P256.Signing.ECDSASignature
  }

  private let texts: [Text]
  private let publicKey: P256.Signing.PublicKey

  init(sizesOf notification: SignedNotification) throws {
    let key = P256.Signing.PrivateKey()
    publicKey = key.publicKey
    texts = try [
      notification.signedPayload, notification.signedTransaction, notification.signedRenewal,
    ].map { jws in
      let content = Array(jws.utf8)
      return Text(content: content, signature: try key.signature(for: content))
    }
  }

  /// Returns the notifications verified in a second, three signatures each.
  func notificationsPerSecond(seconds: Double) -> Double {
    let start = now()
    let total = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: Machine.cores) { _ in
      var count = 0
      while now() - start < seconds {
        for text in texts where publicKey.isValidSignature(text.signature, for: text.content) {
          count += 1
        }
      }
      let counted = count
      total.withLock { $0 += counted }
    }
    return Double(total.withLock(\.self)) / Double(texts.count) / (now() - start)
  }
}
