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

  @Test func `a history is filtered as it is asked`() async throws {
    try await ServedStore.with { store in
      let gems = try await store.buy(ServedStore.gems)
      let start = await store.simulation.now
      await store.advance(days: 1)
      let noAds = try await store.buy(ServedStore.noAds)
      let pro = try await store.buy(ServedStore.pro)
      try await store.refund(noAds)
      func history(_ change: (inout TransactionHistoryFilter) -> Void) async throws -> Set<String> {
        var filter = TransactionHistoryFilter()
        change(&filter)
        let page = try await store.client().histories.transactions(
          of: gems, filter: filter, in: .production)
        return Set(try await store.ids(page.signedTransactions))
      }
      #expect(try await history { $0.startDate = .init(milliseconds: start + 1) } == [noAds, pro])
      #expect(try await history { $0.endDate = .init(milliseconds: start + 1) } == [gems])
      #expect(
        try await history { $0.productIds = [ServedStore.pro, ServedStore.gems] } == [gems, pro])
      #expect(
        try await history { $0.productTypes = [.consumable, .nonConsumable] } == [gems, noAds])
      #expect(try await history { $0.subscriptionGroupIdentifiers = ["21000001"] } == [pro])
      #expect(try await history { $0.inAppOwnershipType = .familyShared } == [])
      #expect(try await history { $0.revoked = true } == [noAds])
      var newestFirst = TransactionHistoryFilter()
      newestFirst.sort = .descending
      let page = try await store.client().histories.transactions(
        of: gems, filter: newestFirst, in: .production)
      #expect(try await store.ids(page.signedTransactions) == [noAds, pro, gems])
    }
  }

  @Test func `the first version leaves finished consumables out`() async throws {
    try await ServedStore.with { store in
      let (gems, noAds) = (
        try await store.buy(ServedStore.gems), try await store.buy(ServedStore.noAds)
      )
      let client = try store.client()
      let before = try await client.histories.transactionsV1(of: gems, in: .production)
      #expect(try await store.ids(before.signedTransactions) == [gems, noAds])
      try await client.transactions.finish(gems, in: .production)
      try await client.transactions.finish(gems, in: .production)
      let after = try await client.histories.transactionsV1(of: gems, in: .production)
      #expect(try await store.ids(after.signedTransactions) == [noAds])
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

  @Test func `the download of the app is reported, and an order by its number`() async throws {
    try await ServedStore.with { store in
      let id = try await store.buy(ServedStore.gems)
      let client = try store.client()
      let download = try await store.verified(
        client.transactions.appTransaction(of: id, in: .production), as: AppTransactionPayload.self)
      #expect(download.bundleId == ServedStore.bundleID)
      let number = try await store.simulation.withWorld { world in
        world.transactions[try world.transaction(id)].orderID
      }
      let order = try await client.transactions.order(number)
      #expect(order.status == 0)
      #expect(try await store.ids(order.signedTransactions ?? []) == [id])
      #expect(try await client.transactions.order("MX1").status == 1)
    }
  }

  @Test func `a chain is given a token`() async throws {
    try await ServedStore.with { store in
      let id = try await store.buy(ServedStore.pro)
      let token = UUID()
      let client = try store.client()
      try await client.transactions.setAppAccountToken(token, of: id, in: .production)
      let transaction = try await store.verified(
        client.transactions.transaction(id, in: .production))
      #expect(transaction.appAccountToken == token.uuidString.lowercased())
    }
  }

  @Test func `Apple hears how much was used, in either version`() async throws {
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
      let told = try await decision { client, id in
        var body = ConsumptionRequestBodyV1(deliveryStatus: .delivered, sampleContentProvided: true)
        body.refundPreference = .decline
        body.appAccountToken = UUID()
        try await client.transactions.sendConsumption(body, about: id, in: .production)
      }
      #expect(told == "REFUND_DECLINED")
    }
  }

  /// No simulated App Store serves the first version.
  @Test func `the first version of the refunds is one list`() async throws {
    try await ScriptedApple.with([.init(body: #"{"signedTransactions":["a","b"]}"#)]) {
      apple, url in
      let refunds = try await ScriptedApple.client([url]).histories.refundsV1(
        of: "7", in: .production)
      #expect(refunds == ["a", "b"])
      #expect(apple.heard.map(\.line) == ["GET /inApps/v1/refund/lookup/7"])
    }
  }
}
