import AppStore
import Foundation
import Testing

/// Public samples of Apple's older documents. They stay outside of the repository, as `AppleSamples` do.
private enum LegacySamples {
  static let folder = AppleSamples.folder.deletingLastPathComponent()

  static var arePresent: Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "notifications-v1").path)
  }

  static func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: path)))
  }
}

@Suite(.enabled(if: LegacySamples.arePresent)) struct LegacySampleTests {
  @Test func `a notification of 2019 tells the change of the setting and the period`() throws {
    let told = try NotificationV1(
      LegacySamples.read(
        "notifications-v1/did-change-renewal-status-off-production-2019.json"))
    #expect(told.notificationType == .didChangeRenewalStatus && told.environment == .production)
    #expect(told.bundleID == "production_id_indentifier" && told.password == nil)
    #expect(told.autoRenewStatus == false)
    #expect(told.autoRenewStatusChangeDate == 1_574_275_890_000)
    let entry = try #require(told.entries.first)
    #expect(told.entries.count == 1 && entry.transactionID == "320000608927590")
    #expect(entry.purchaseDate == 1_574_272_434_000 && entry.expiresDate == 1_576_864_434_000)
    #expect(told.latestReceiptBytes == nil)
  }

  @Test func `a notification of the documented shape tells its renewal`() throws {
    let told = try NotificationV1(
      LegacySamples.read("notifications-v1/did-renew-documented-shape.json"))
    #expect(told.notificationType == .didRenew && told.password != nil)
    #expect(told.entries.map(\.expiresDate) == [1_747_636_952_000])
    #expect(told.entries.map(\.subscriptionGroupIdentifier) == ["99999999"])
    #expect(told.pendingRenewals.map(\.autoRenewStatus) == [true])
    let secret = "dummy_shared_secret"
    #expect(!String(decoding: told.withoutPassword, as: UTF8.self).contains(secret))
  }

  @Test func `an object without members is no transaction`() throws {
    let told = try NotificationV1(
      LegacySamples.read("notifications-v1/initial-buy-placeholders.json"))
    #expect(told.notificationType == .initialBuy && told.environment == .sandbox)
    #expect(told.entries.map(\.originalTransactionID) == ["1000000577061006"])
    #expect(told.cancellationDate == 1_522_134_672_000)
  }

  @Test func `an answer with numbers instead of texts is read`() throws {
    let answer = try VerifyReceiptAnswer(
      LegacySamples.read("verify-receipt/sandbox-2015-numbers-response.json"))
    #expect(answer.verdict == .valid && answer.environment == .sandbox)
    #expect(answer.receipt?.bundleID == "com.myapp")
    #expect(
      answer.latestReceiptInfo.map(\.transactionID) == ["1000000104232856", "1000000093384828"])
    #expect(answer.latestReceiptInfo.map(\.isTrial) == [false, nil])
    #expect(answer.receipt?.inApp.count == 2 && answer.entries.count == 4)
    #expect(answer.pendingRenewals.map(\.autoRenewStatus) == [true])
  }

  @Test func `an answer about a malformed receipt tells nothing but its status`() throws {
    let answer = try VerifyReceiptAnswer(LegacySamples.read("verify-receipt/status-21002.json"))
    #expect(answer.status == 21_002 && answer.verdict == .retry)
    #expect(answer.receipt == nil && answer.entries == [])
  }
}
