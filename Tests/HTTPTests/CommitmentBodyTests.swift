import AppStoreSimulator
import HTTPTypes
import Ledger
import TestSupport
import Testing

@testable import HTTP

/// The monthly plan with a commitment, as Apple signs it and the API shows it.
struct CommitmentBodyTests {
  @Test func `the third of twelve months shows what is left, and renews though it was canceled`()
    async throws
  {
    try await TestService.with { service in
      var month = SignableTransaction.month(token: "70c3a000-0000-4000-8000-000000000004")
      month.billingPlanType = "MONTHLY"
      month.commitmentInfo = .init(
        billingPeriodNumber: 3, commitmentExpiresDate: Instant(day: "2027-03-15").milliseconds,
        commitmentPrice: 119_880)
      var renewal = SignableRenewal(
        originalTransactionId: "2000", productId: "com.example.month",
        renewalDate: Instant(day: "2026-06-15").milliseconds,
        signedDate: TestLedger.now.milliseconds,
        environment: "Production")
      renewal.autoRenewStatus = 0
      renewal.commitmentInfo = .init(
        commitmentAutoRenewProductId: "com.example.month", commitmentAutoRenewStatus: 0,
        commitmentRenewalDate: Instant(day: "2027-03-15").milliseconds,
        commitmentRenewalPrice: 9_990)
      let body = try service.ledger.notification(
        "DID_CHANGE_RENEWAL_STATUS", subtype: "AUTO_RENEW_DISABLED", month, renewal: renewal)
      _ = try await service.ledger.known("70c3a000-0000-4000-8000-000000000004")
      let answer = try await service.notify(String(decoding: body, as: UTF8.self))
      #expect(answer.status == 200)
      try await service.ledger.project()
      let path = "/v1/accounts/70c3a000-0000-4000-8000-000000000004"
      let subscriptions = try await service.get("\(path)/subscriptions?at=2026-06-01T00:00:00Z")
      #expect(
        subscriptions.body.contains(
          """
          "autoRenew":false,"commitment":{"billingPeriodNumber":3,"currency":"USD",\
          "expiresAt":"2027-03-15T00:00:00.000Z","paymentsLeft":9,"price":119880,\
          "renewsAs":"com.example.month","totalBillingPeriods":12,"willRenew":false}
          """))
      let entitlements = try await service.get("\(path)/entitlements?at=2026-06-01T00:00:00Z")
      #expect(entitlements.body.contains(#""willRenew":true"#))
      let late = try await service.get("\(path)/subscriptions?at=2026-06-16T00:00:00Z")
      #expect(late.body.contains(#""renewalOverdue":true"#))
    }
  }
}
