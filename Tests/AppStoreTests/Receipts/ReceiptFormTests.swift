import AppStore
import AppStoreSimulator
import Foundation
import TestSupport
import Testing
import X509

/// The forms that app receipts had over the years.
struct ReceiptFormTests {
  private static let forms: [ReceiptForm] = [ReceiptForm.Digest.sha1, .sha256].flatMap { digest in
    [false, true].flatMap { attributes in
      [false, true].map {
        ReceiptForm(digest, hasSignedAttributes: attributes, hasIndefiniteLengths: $0)
      }
    }
  }

  @Test(arguments: forms)
  func `a receipt of every form is verified and read`(form: ReceiptForm) throws {
    let authority = try ReceiptKeys.get().authority
    let receipt = try authority.verified(authority.sign(.month(), as: form))
    #expect(receipt.bundleID == "com.example.game")
    #expect(receipt.purchases.map(\.transactionID) == ["2000000000000001"])
  }

  @Test(arguments: forms)
  func `a changed byte of the payload breaks the signature`(form: ReceiptForm) throws {
    let authority = try ReceiptKeys.get().authority
    var contents = try authority.sign(.month(), as: form)
    let id = Array("2000000000000001".utf8)
    let start = try #require(contents.firstRange(of: id)?.lowerBound)
    contents[start] = UInt8(ascii: "3")
    #expect(try authority.rejection(of: contents) == "invalid_receipt_signature")
  }

  @Test func `certificates of the SHA-1 era are accepted`() throws {
    let authority = try ReceiptKeys.get().authority(algorithm: .sha1WithRSAEncryption)
    let receipt = try authority.verified(authority.sign(.month(), as: ReceiptForm(.sha1)))
    #expect(receipt.purchases.count == 1)
  }

  @Test(arguments: [false, true])
  func `a digest weaker than SHA-1 is rejected`(hasSignedAttributes: Bool) throws {
    let authority = try ReceiptKeys.get().authority
    let form = ReceiptForm(.md5, hasSignedAttributes: hasSignedAttributes)
    let contents = try authority.sign(.month(), as: form)
    #expect(try authority.rejection(of: contents) == "unsupported_algorithm")
  }

  @Test func `a changed signature is rejected`() throws {
    let authority = try ReceiptKeys.get().authority
    var contents = try authority.sign(.month())
    contents[contents.count - 1] ^= 1  // the signature is last
    #expect(try authority.rejection(of: contents) == "invalid_receipt_signature")
  }

  @Test func `an unsigned receipt is rejected`() throws {
    let authority = try ReceiptKeys.get().authority
    let contents = UnsignedAppReceipt("42").contents
    #expect(try authority.rejection(of: contents) == "malformed_receipt")
  }

  @Test func `bytes after the receipt are rejected`() throws {
    let authority = try ReceiptKeys.get().authority
    let contents = try authority.sign(.month()) + [0]
    #expect(try authority.rejection(of: contents) == "malformed_receipt")
  }

  @Test(arguments: [false, true])
  func `a receipt is rejected wherever it was cut off`(hasIndefiniteLengths: Bool) throws {
    let authority = try ReceiptKeys.get().selfSigned()
    let form = ReceiptForm(hasIndefiniteLengths: hasIndefiniteLengths)
    let whole = try authority.sign(.month(environment: "Xcode"), as: form)
    let verifier = AppReceiptVerifier(roots: [try authority.trustedRoot(for: .only(["Xcode"]))])
    #expect(try verifier.verify(whole, now: now).purchases.count == 1)
    for length in 0..<whole.count {
      let error = #expect(throws: ReceiptError.self) {
        try verifier.verify(Array(whole[..<length]), now: now)
      }
      #expect(error?.code == "malformed_receipt")
    }
  }

  @Test(
    arguments: [
      ([0x30, 0x80], 500_000), ([0x24, 0x80], 500_000), ([0x30], 1_000_000), ([0x00], 1_000),
      ([0xFF], 1_000), ([0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], 1),
      ([0x30, 0x88, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], 1),
      ([0x1F, 0x81, 0x01, 0x00], 1), ([], 1),
    ] as [([UInt8], Int)])
  func `bytes that only look like a receipt are rejected`(bytes: [UInt8], times: Int) throws {
    let contents = Array(repeating: bytes, count: times).flatMap(\.self)
    let authority = try ReceiptKeys.get().authority
    #expect(try authority.rejection(of: contents) == "malformed_receipt")
    #expect(throws: ReceiptHint.Missing.unreadable) { try ReceiptHint(contents) }
  }

  @Test func `a receipt of more than five mebibytes is rejected`() throws {
    let authority = try ReceiptKeys.get().authority
    let contents = [UInt8](repeating: 0x30, count: 5 * 1_024 * 1_024 + 1)
    #expect(try authority.rejection(of: contents) == "receipt_too_large")
    #expect(try authority.rejection(of: contents.dropLast()) == "malformed_receipt")
  }
}
