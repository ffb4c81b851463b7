import AppStoreSimulator
import Foundation
import Ledger
import TestSupport
import Testing

/// A failed renewal that Apple signs with the status of grace and without a date for its end.
struct StatusGraceTests {
  private static let account = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
  private static let end = Instant(day: "2026-05-15")

  private struct Entitlements: Decodable {
    struct Item: Decodable, Equatable {
      let state: String, expiresAt: String, uncertain: Bool?
    }
    let entitlements: [Item]
  }

  private struct Subscriptions: Decodable {
    struct Item: Decodable, Equatable {
      let status: String, gracePeriodExpiresAt: String?, uncertain: Bool?
    }
    let subscriptions: [Item]
  }

  /// Tells of a month from 2026-04-15, whose renewal failed on 2026-05-15.
  private func failed(_ service: TestService) async throws {
    var transaction = TestLedger.transaction(
      "2000", from: Instant(day: "2026-04-15"), to: Self.end, signed: Self.end)
    transaction.appAccountToken = Self.account
    _ = try await service.ledger.known(AccountID(Self.account))
    var renewal = SignableRenewal(
      originalTransactionId: "2000", productId: "com.example.month",
      renewalDate: Self.end.milliseconds, signedDate: Self.end.milliseconds,
      environment: "Production")
    renewal.isInBillingRetryPeriod = true
    let body = try service.ledger.notification(
      "DID_FAIL_TO_RENEW", subtype: "GRACE_PERIOD", transaction, renewal: renewal, status: 4)
    #expect(try await service.notify(String(decoding: body, as: UTF8.self)).status == 200)
    try await service.ledger.project()
  }

  private func read(
    _ service: TestService, at: String
  ) async throws -> (Entitlements.Item?, Subscriptions.Item?) {
    let path = "/v1/accounts/\(Self.account)"
    let entitlements = try await service.get("\(path)/entitlements?at=\(at)")
      .decode(Entitlements.self)
    let subscriptions = try await service.get("\(path)/subscriptions?at=\(at)")
      .decode(Subscriptions.self)
    return (entitlements.entitlements.first, subscriptions.subscriptions.first)
  }

  @Test func `keeps access for twenty-eight days, and every answer says that they are uncertain`()
    async throws
  {
    try await TestService.with { service in
      try await failed(service)
      let last = "2026-06-12T00:00:00.000Z"
      for at in ["2026-05-15T01:00:00Z", "2026-06-11T00:00:00Z"] {
        let (entitlement, subscription) = try await read(service, at: at)
        #expect(entitlement == .init(state: "gracePeriod", expiresAt: last, uncertain: true))
        #expect(
          subscription
            == .init(status: "gracePeriod", gracePeriodExpiresAt: last, uncertain: true))
      }
      let (entitlement, subscription) = try await read(service, at: "2026-06-12T00:00:00Z")
      #expect(entitlement == nil)
      #expect(
        subscription == .init(status: "billingRetry", gracePeriodExpiresAt: last, uncertain: true))
      let before = try await read(service, at: "2026-05-14T00:00:00Z").0
      #expect(
        before == .init(state: "active", expiresAt: "2026-05-15T00:00:00.000Z", uncertain: nil))
    }
  }
}
