import Crypto
import Synchronization

/// The recently verified chains of receipts under some roots, with their certificates, by the digest of
/// all certificates that a receipt embeds.
///
/// A chain is remembered only after its signer's signature over a receipt was verified, so only
/// Apple can fill the memory. The date and the environment of a receipt are compared each time.
final class VerifiedReceiptChains: Sendable {
  struct Chain: Sendable {
    /// The time in which all certificates of the chain are valid.
    let validity: Range<Timestamp>
    /// The environments that the root of the chain vouches for.
    let environments: VouchedEnvironments
    /// The apps whose receipts count under the root; nil for every app.
    let apps: Set<String>?
  }

  private struct Entry {
    let certificates: EmbeddedCertificates
    /// The index of the chain's first certificate.
    let signer: Int
    let chain: Chain
  }

  /// The most chains. Apple has had a new signer every one or two years.
  static let chainsMax = 32

  let roots: [RootCertificate]
  private let entries = Mutex<[SHA256Digest: Entry]>([:])

  init(roots: [RootCertificate] = []) {
    self.roots = roots
  }

  /// Returns the certificates in this set, decoded before or now.
  func certificates(
    _ digest: SHA256Digest, of set: ArraySlice<UInt8>
  ) throws(ReceiptError) -> EmbeddedCertificates {
    if let entry = entries.withLock({ $0[digest] }) { return entry.certificates }
    return try EmbeddedCertificates(set)
  }

  /// Returns the chain of a receipt's signer, given by the index among the certificates; nil if the
  /// chain is unknown or was not valid at the date.
  func chain(of signer: Int, in receipt: borrowing SignedReceipt, at date: Timestamp) -> Chain? {
    let digest = receipt.certificatesDigest
    guard let entry = entries.withLock({ $0[digest] }), entry.signer == signer,
      entry.chain.validity.contains(date)
    else { return nil }
    return entry.chain
  }

  /// Remembers the chain of a receipt's signer. Forgets all others if there are too many.
  func keep(_ chain: Chain, of signer: Int, in receipt: borrowing SignedReceipt) {
    let digest = receipt.certificatesDigest
    let entry = Entry(certificates: receipt.certificates, signer: signer, chain: chain)
    entries.withLock { entries in
      if entries.count >= Self.chainsMax { entries.removeAll() }
      entries[digest] = entry
    }
  }

  var count: Int { entries.withLock(\.count) }
}
