import AppStore
import AppStoreSimulator
import COpenSSL
import Foundation

/// A receipt that Daicho and OpenSSL verify, as bytes and as a file.
struct ReceiptFile: Sendable {
  let purchases: Int
  let contents: [UInt8]
  let file: URL
  let root: RootCertificate
  let rootFile: URL

  @MainActor
  init(purchases: Int, _ press: ReceiptPress, folder: URL) throws {
    self.purchases = purchases
    contents = try press.receipt(purchases: purchases)
    file = folder.appending(path: "receipt-\(purchases).der")
    try Data(contents).write(to: file)
    root = try RootCertificate(fileContents: try press.authority.rootCertificateDER)
    rootFile = press.settings.root
  }
}

/// The processor cost of verifying a receipt, on one core.
struct ReceiptVerification {
  private let receipt: ReceiptFile
  private let verifier: AppReceiptVerifier

  init(_ receipt: ReceiptFile) throws {
    self.receipt = receipt
    verifier = AppReceiptVerifier(roots: [receipt.root])
    guard try verifier.verify(receipt.contents, now: .now).purchases.count == receipt.purchases
    else { throw BenchmarkFailure("The receipt has lost purchases.") }
  }

  /// Returns the microseconds in which Daicho verifies the signature and decodes the purchases. The
  /// chain of the signer is remembered from the receipt before, as it is in a server.
  func verified(seconds: Double) throws -> Double {
    try processorMicroseconds(seconds: seconds) { _ in
      _ = try verifier.verify(receipt.contents, now: .now)
    }
  }

  /// Returns the microseconds of a first receipt: the same, but certificates are decoded and the chain
  /// is verified for each receipt.
  func verifiedCold(seconds: Double) throws -> Double {
    try processorMicroseconds(seconds: seconds) { _ in
      _ = try AppReceiptVerifier(roots: [receipt.root]).verify(receipt.contents, now: .now)
    }
  }

  /// Returns the microseconds in which OpenSSL reads the message and `CMS_verify` verifies signature
  /// and chain, as `openssl cms -verify` does. The payload is copied out and not decoded; the store of
  /// the root is made once.
  func verifiedByOpenSSL(seconds: Double) throws -> Double {
    guard let store = X509_STORE_new() else { throw Self.failure }
    defer { X509_STORE_free(store) }
    let root = receipt.root.der.withUnsafeBufferPointer { bytes in
      var position = bytes.baseAddress
      return d2i_X509(nil, &position, bytes.count)
    }
    defer { X509_free(root) }
    X509_STORE_add_cert(store, root)
    X509_VERIFY_PARAM_set_purpose(X509_STORE_get0_param(store), X509_PURPOSE_ANY)
    return try processorMicroseconds(seconds: seconds) { _ in
      guard Self.verify(receipt.contents, store) else { throw Self.failure }
    }
  }

  private static func verify(_ contents: [UInt8], _ store: OpaquePointer) -> Bool {
    let message = contents.withUnsafeBufferPointer { bytes in
      var position = bytes.baseAddress
      return d2i_CMS_ContentInfo(nil, &position, bytes.count)
    }
    defer { CMS_ContentInfo_free(message) }
    guard let message, let output = BIO_new(BIO_s_mem()) else { return false }
    defer { BIO_free(output) }
    return CMS_verify(message, nil, store, nil, output, UInt32(CMS_BINARY)) == 1
  }

  private static let failure = BenchmarkFailure("OpenSSL has not verified the receipt.")
}

/// The program `openssl`, which verifies the same file.
struct OpenSSLProgram {
  private static let path = "/usr/bin/openssl"
  private let receipt: ReceiptFile

  init(_ receipt: ReceiptFile) {
    self.receipt = receipt
  }

  /// Returns the processor microseconds of one `openssl cms -verify`, its start included.
  func verification(seconds: Double) throws -> Double {
    try measure(
      [
        "cms", "-verify", "-binary", "-inform", "DER", "-in", receipt.file.path, "-CAfile",
        receipt.rootFile.path, "-no-CApath", "-no-CAstore", "-purpose", "any", "-out", "/dev/null",
      ], seconds: seconds)
  }

  /// Returns the processor microseconds of one `openssl cms` that reads the same file and prints
  /// nothing, which is all but the verification.
  func process(seconds: Double) throws -> Double {
    try measure(
      ["cms", "-cmsout", "-noout", "-inform", "DER", "-in", receipt.file.path], seconds: seconds)
  }

  private func measure(_ arguments: [String], seconds: Double) throws -> Double {
    let end = now() + seconds
    let start = endedChildrenTime()
    var calls = 0.0
    repeat {
      _ = try Command.run(Self.path, arguments)
      calls += 1
    } while now() < end
    return (endedChildrenTime() - start) / calls * 1e6
  }
}
