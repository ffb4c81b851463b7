import AppStore
import AppStoreSimulator
import Foundation
import TestSupport
import Testing

/// Each endpoint about transactions, asked of a simulated App Store.
struct ServerAPITransactionTests {
  @Test func `a transaction is reported as it is now, and truly signed`() async throws {
    try await ServedStore.with { store in
      let id = try await store.buy(ServedStore.noAds)
      try await store.refund(id)
      let jws = try await store.client().transactions.transaction(id, in: .production)
      let transaction = try await store.verified(jws)
      #expect(transaction.transactionId == id && transaction.revocationDate != nil)
    }
  }

  @Test func `a history comes page by page, and goes on from its last revision`() async throws {
    try await ServedStore.with { store in
      var bought: [String] = []
      for _ in 0..<45 { bought.append(try await store.buy(ServedStore.gems)) }
      let client = try store.client()
      var (signed, sizes, revision) = ([String](), [Int](), String?.none)
      for try await page in client.histories.transactionPages(of: bought[7], in: .production) {
        signed += page.signedTransactions
        sizes.append(page.signedTransactions.count)
        revision = page.revision
        #expect(page.bundleId == ServedStore.bundleID && page.appAppleId == 4_711)
      }
      #expect(sizes == [20, 20, 5])
      #expect(try await store.ids(signed) == bought)
      let new = try await store.buy(ServedStore.noAds)
      let later = try await client.histories.transactions(
        of: new, after: revision, in: .production)
      #expect(try await store.ids(later.signedTransactions) == [new] && !later.hasMore)
    }
  }

  @Test func `refunds come by their date, and go on`() async throws {
    try await ServedStore.with { store in
      var bought: [String] = []
      for _ in 0..<22 { bought.append(try await store.buy(ServedStore.gems)) }
      for id in bought.reversed() {
        await store.advance(days: 1)
        try await store.refund(id)
      }
      var signed: [String] = []
      for try await page in try store.client().histories.refundPages(of: bought[0], in: .production)
      {
        signed += page.signedTransactions
      }
      #expect(try await store.ids(signed) == bought.reversed())
    }
  }

  @Test func `an order is reported by its number`() async throws {
    try await ServedStore.with { store in
      let id = try await store.buy(ServedStore.gems)
      let client = try store.client()
      let number = try await store.simulation.withWorld { world in
        world.transactions[try world.transaction(id)].orderID
      }
      let order = try await client.transactions.order(number)
      #expect(order.status == 0)
      #expect(try await store.ids(order.signedTransactions ?? []) == [id])
      #expect(try await client.transactions.order("MX1").status == 1)
    }
  }

  @Test func `Apple hears how much was used`() async throws {
    try await ServedStore.with { store in
      func decision(
        _ send: (ServerAPIClient, String) async throws -> Void
      ) async throws -> String? {
        let id = try await store.buy(ServedStore.gems)
        try await store.simulation.withWorld { try $0.requestRefund(of: $0.transaction(id)) }
        try await send(store.client(), id)
        await store.advance(days: 3)
        return await store.simulation.withWorld { $0.notifications.last?.type }
      }
      for (preference, type) in [
        (ConsumptionRequestBody.RefundPreference.decline, "REFUND_DECLINED"),
        (.grantFull, "REFUND"), (.grantProrated, "REFUND"),
      ] {
        let told = try await decision { client, id in
          let body = ConsumptionRequestBody(
            deliveryStatus: .delivered, sampleContentProvided: false,
            consumptionPercentage: 25_000, refundPreference: preference)
          try await client.transactions.sendConsumption(body, about: id, in: .production)
        }
        #expect(told == type)
      }
    }
  }
}
