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
      #expect(chain.status == 1 && chain.originalTransactionId == id)
      let latest = try await store.verified(#require(chain.signedTransactionInfo))
      #expect(latest.originalTransactionId == id && latest.transactionId != id)
      let renewal = try await store.verified(
        #require(chain.signedRenewalInfo), as: RenewalPayload.self)
      #expect(renewal.originalTransactionId == id)
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
    }
  }
}
