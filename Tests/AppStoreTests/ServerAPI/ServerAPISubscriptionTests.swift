import AppStore
import AppStoreSimulator
import Foundation
import TestSupport
import Testing

/// Subscriptions and notifications, asked of a simulated App Store.
struct ServerAPISubscriptionTests {
  @Test func `each chain shows its latest transaction and its status`() async throws {
    try await ServedStore.with { store in
      let id = try await store.buy(ServedStore.pro)
      await store.advance(days: 33)
      let client = try store.client()
      let all = try await client.subscriptions.statuses(of: id, in: .production)
      let chain = try #require(all.data.first?.lastTransactions.first)
      #expect(chain.status == .active && chain.originalTransactionId == id)
      let latest = try await store.verified(#require(chain.signedTransactionInfo))
      #expect(latest.originalTransactionId == id && latest.transactionId != id)
      let renewal = try await store.verified(
        #require(chain.signedRenewalInfo), as: RenewalPayload.self)
      #expect(renewal.originalTransactionId == id)
      let expired = try await client.subscriptions.statuses(
        of: id, status: [.expired, .revoked], in: .production)
      #expect(expired.data.isEmpty)
    }
  }

  @Test func `one subscription is extended, once for one identifier`() async throws {
    try await ServedStore.with { store in
      let id = try await store.buy(ServedStore.pro)
      let end = await store.simulation.withWorld { $0.subscriptions[0].until }
      let request = ExtendRenewalDateRequest(
        extendByDays: 7, extendReasonCode: .serviceIssue, requestIdentifier: "one")
      for _ in 0..<2 {
        let extended = try await store.client().subscriptions.extendRenewalDate(
          request, of: id, in: .production)
        #expect(extended.success && extended.originalTransactionId == id)
        #expect(extended.effectiveDate?.milliseconds == end + Int64(7).days)
      }
    }
  }

  @Test func `all subscribers are extended, and the end of it is reported`() async throws {
    try await ServedStore.with { store in
      try await store.buy(ServedStore.pro)
      let (client, request) = (try store.client(), UUID())
      try await client.subscriptions.extendRenewalDates(
        MassExtendRenewalDateRequest(
          extendByDays: 7, extendReasonCode: .other, requestIdentifier: request,
          productId: ServedStore.pro, storefrontCountryCodes: ["USA", "JPN"]),
        in: .production)
      let before = try await client.subscriptions.massExtensionStatus(
        of: request, productID: ServedStore.pro, in: .production)
      #expect(!before.complete && before.succeededCount == nil)
      await store.advance(days: 1)
      let after = try await client.subscriptions.massExtensionStatus(
        of: request, productID: ServedStore.pro, in: .production)
      #expect(after.complete && after.completeDate != nil)
    }
  }

  @Test func `notifications come page by page, as they were sent`() async throws {
    try await ServedStore.with { store in
      for _ in 0..<45 { try await store.buy(ServedStore.gems) }
      try await store.buy(ServedStore.pro)
      await store.simulation.deliver()
      let (client, end) = (try store.client(), await store.simulation.now)
      func types(_ request: NotificationHistoryRequest) async throws -> ([Int], Set<String>) {
        var (sizes, types) = ([Int](), Set<String>())
        for try await page in client.notifications.historyPages(request, in: .production) {
          sizes.append(page.notificationHistory.count)
          for sent in page.notificationHistory {
            let payload = try await store.verified(
              sent.signedPayload, as: NotificationPayload.self)
            types.insert(try #require(payload.notificationType?.rawValue))
            #expect(sent.sendAttempts?.map(\.sendAttemptResult) == ["SUCCESS"])
          }
        }
        return (sizes, types)
      }
      let (start, present) = (Timestamp(milliseconds: end - 1_000), Timestamp(milliseconds: end))
      let all = try await types(.init(from: start, to: present))
      #expect(all.0 == [20, 20, 6] && all.1 == ["ONE_TIME_CHARGE", "SUBSCRIBED"])
      let subscribed = try await types(
        .init(from: start, to: present, .type(.subscribed, .initialBuy)))
      #expect(subscribed.0 == [1] && subscribed.1 == ["SUBSCRIBED"])
      let failures = try await types(.init(from: start, to: present, onlyFailures: true))
      #expect(failures.0 == [0])
      let transaction = await store.simulation.withWorld { $0.transactions[0].id }
      let customers = try await types(.init(from: start, to: present, .transaction(transaction)))
      #expect(customers.0 == [20, 20, 6])
    }
  }

  @Test func `a test notification is asked for, and its delivery reported`() async throws {
    try await ServedStore.with { store in
      let client = try store.client()
      let token = try await client.notifications.requestTest(in: .production)
      let early = await #expect(throws: ServerAPIError.self) {
        try await client.notifications.testStatus(token, in: .production)
      }
      #expect(early?.is(.testNotificationNotFound) == true)
      #expect(early?.verdict == .retry(notBefore: nil))
      await store.simulation.deliver()
      let sent = try await client.notifications.testStatus(token, in: .production)
      let payload = try await store.verified(sent.signedPayload, as: NotificationPayload.self)
      #expect(payload.notificationType == .test)
    }
  }
}
