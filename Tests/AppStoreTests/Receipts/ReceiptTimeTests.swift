import AppStore
import AppStoreSimulator
import Foundation
import Testing

/// The moments at which a receipt counts.
struct ReceiptTimeTests {
  /// 2009-01-01T00:00:00Z.
  private static let earliest: Int64 = 1_230_768_000_000

  @Test(arguments: [
    (-3 * 365 * 86_400 - 1, "certificate_not_valid_at_creation_date"),
    (-3 * 365 * 86_400, nil),
    (-2 * 365 * 86_400, nil),
    (-1 * 365 * 86_400 - 1, nil),
    (-1 * 365 * 86_400 + 1, "certificate_not_valid_at_creation_date"),
  ])
  func `an expired leaf counts for what it signed while it was valid`(
    seconds: Int64, code: String?
  ) throws {
    let authority = try ReceiptKeys.get().authority(
      leafValid: now.addingTimeInterval(-3 * year)...now.addingTimeInterval(-year))
    let receipt = SignableAppReceipt.month(creationDate: nowMilliseconds + seconds * 1_000)
    #expect(try authority.rejection(of: authority.sign(receipt)) == code)
  }

  @Test(arguments: [(86_400, nil), (86_401, "receipt_created_in_the_future")])
  func `a receipt may be one day ahead of this machine's clock`(
    seconds: Int64, code: String?
  ) throws {
    let authority = try ReceiptKeys.get().authority
    let receipt = SignableAppReceipt.month(creationDate: nowMilliseconds + seconds * 1_000)
    #expect(try authority.rejection(of: authority.sign(receipt)) == code)
  }

  @Test(arguments: [
    (earliest, nil), (earliest - 1_000, "certificate_not_valid_at_creation_date"),
  ])
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
