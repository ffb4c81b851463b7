import AppStore
import AppStoreSimulator
import Foundation
import Testing

struct ReceiptAuthorityTests {
  /// 2026-01-01T00:00:00Z.
  private static let now = Date(timeIntervalSince1970: 1_767_225_600)

  private func verifier(_ authority: ReceiptAuthority) throws -> AppReceiptVerifier {
    AppReceiptVerifier(roots: [try RootCertificate(fileContents: authority.rootCertificateDER)])
  }

  @Test(arguments: [
    1_377_993_600_000,  // 2013-09-01T00:00:00Z
    1_767_225_600_000,  // 2026-01-01T00:00:00Z
    2_324_678_399_000,  // 2043-08-31T23:59:59Z
  ])
  func `an authority signs over many years, and survives as text`(moment: Int64) throws {
    let authority = try ReceiptAuthority()
    let kept = try #require(ReceiptAuthority(pem: try authority.pem))
    #expect(try kept.rootCertificatePEM == authority.rootCertificatePEM)
    let contents = try kept.sign(
      SignableAppReceipt(bundleID: "com.example.game", creationDate: moment))
    let now = Date(timeIntervalSince1970: Double(moment / 1_000))
    let receipt = try verifier(authority).verify(contents, now: now)
    #expect(receipt.creationDate.milliseconds == moment)
  }

  @Test func `the same receipt is always signed with the same bytes`() throws {
    let authority = try ReceiptAuthority()
    let receipt = SignableAppReceipt(bundleID: "com.example.game", creationDate: 1_700_000_000_000)
    #expect(try authority.sign(receipt) == authority.sign(receipt))
  }

  @Test func `a receipt carries the hash of its device`() throws {
    let authority = try ReceiptAuthority()
    let device = [UInt8](1...16)
    let contents = try authority.sign(
      SignableAppReceipt(
        bundleID: "com.example.game", creationDate: 1_700_000_000_000, device: device))
    let receipt = try verifier(authority).verify(contents, now: Self.now)
    #expect(receipt.isFor(device: device))
    #expect(!receipt.isFor(device: device.reversed()))
  }

  @Test func `an authority like Xcode's has one certificate`() throws {
    let years: Range<Int64> = 1_700_000_000_000..<1_800_000_000_000
    let authority = try ReceiptAuthority(xcodeSigningIn: years)
    #expect(authority.certificates.count == 1)
    var receipt = SignableAppReceipt(bundleID: "com.example.game", creationDate: 1_750_000_000_000)
    receipt.environment = "Xcode"
    let root = try RootCertificate(
      fileContents: authority.rootCertificateDER, for: .only(["Xcode"]))
    let contents = try authority.sign(receipt, as: ReceiptForm(hasIndefiniteLengths: true))
    let verified = try AppReceiptVerifier(roots: [root]).verify(contents, now: Self.now)
    #expect(verified.environment == "Xcode")
  }

  @Test func `any other text is no authority`() throws {
    let authority = try ReceiptAuthority()
    let other = try ReceiptAuthority()
    let pem = try authority.pem
    let key = try #require(pem.firstRange(of: "-----BEGIN CERTIFICATE-----")?.lowerBound)
    let otherPEM = try other.pem
    let chain = try #require(otherPEM.firstRange(of: "-----BEGIN CERTIFICATE-----")?.lowerBound)
    let mixed = String(pem[..<key] + otherPEM[chain...])
    for text in ["", "x", try authority.rootCertificatePEM, mixed] {
      #expect(ReceiptAuthority(pem: text) == nil)
    }
  }
}
