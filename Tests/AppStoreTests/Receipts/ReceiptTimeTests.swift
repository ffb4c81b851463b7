import AppStore
import AppStoreSimulator
import Foundation
import Testing
import X509

/// The moments at which a receipt counts.
struct ReceiptTimeTests {
  /// 2009-01-01T00:00:00Z.
  private static let earliest: Int64 = 1_230_768_000_000

  /// Seconds around the begin of the leaf three years ago and around its end one year ago.
  @Test(
    arguments: [
      (-94_608_001, "certificate_not_valid_at_creation_date"), (-94_608_000, nil),
      (-63_072_000, nil), (-31_536_001, nil),
      (-31_535_999, "certificate_not_valid_at_creation_date"),
    ] as [(Int64, String?)])
  func `an expired leaf counts for what it signed while it was valid`(
    seconds: Int64, code: String?
  ) throws {
    let authority = try ReceiptKeys.get().authority(
      leafValid: now.addingTimeInterval(-3 * year)...now.addingTimeInterval(-year))
    let receipt = SignableAppReceipt.month(creationDate: nowMilliseconds + seconds * 1_000)
    #expect(try authority.rejection(of: authority.sign(receipt)) == code)
  }

  @Test(
    arguments: [(86_400, nil), (86_401, "receipt_created_in_the_future")] as [(Int64, String?)])
  func `a receipt may be one day ahead of this machine's clock`(
    seconds: Int64, code: String?
  ) throws {
    let authority = try ReceiptKeys.get().authority
    let receipt = SignableAppReceipt.month(creationDate: nowMilliseconds + seconds * 1_000)
    #expect(try authority.rejection(of: authority.sign(receipt)) == code)
  }

  @Test(
    arguments: [
      (earliest, nil), (earliest - 1_000, "certificate_not_valid_at_creation_date"),
    ] as [(Int64, String?)])
  func `a receipt is not older than purchases in apps`(created: Int64, code: String?) throws {
    let keys = try ReceiptKeys.get()
    let valid = Date(timeIntervalSince1970: 1_000_000_000)...now
    let root = try CertificateIssuer(
      root: "StoreKit", valid: valid, key: keys.leaf, algorithm: .sha256WithRSAEncryption)
    let authority = ReceiptAuthority(key: keys.leaf, certificates: [root.certificate])
    let contents = try authority.sign(.month(environment: "Xcode", creationDate: created))
    #expect(try authority.rejection(of: contents, for: .only(["Xcode"])) == code)
  }

  @Test func `a receipt without creation date is rejected`() throws {
    let authority = try ReceiptKeys.get().authority
    for date in [nil, try SignableAttribute(12, date: nil)] {
      let others = try SignableAppReceipt.month().attributes.filter { $0.type != 12 }
      let payload = try SignableAttribute.encode(others + [date].compactMap(\.self))
      #expect(
        try authority.rejection(of: authority.sign(payload: payload)) == "missing_creation_date")
    }
  }
}
