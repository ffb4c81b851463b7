import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Testing

struct LegacyNotificationTests {
  /// Returns the notifications of a life that begins on 2025-01-01 at noon.
  private static func told(
    _ version: NotificationVersion = .version1,
    in environment: SimulatedApp.Environment = .production,
    _ live: (inout WorldScenario) throws -> Void
  ) async throws -> (WorldScenario, [NotificationV1]) {
    var scenario = try WorldScenario(in: environment) { $0.notificationVersion = version }
    try live(&scenario)
    let store = try ReceiptStore(scenario)
    let told = try await store.delivered()
    #expect(Set(store.ledger.arrivals.map(\.path)) == ["/v1/apple/notifications"])
    return (scenario, told)
  }

  @Test(arguments: [
    (SimulatedApp.Environment.production, ServerAPIEnvironment.production),
    (.sandbox, .sandbox),
  ])
  func `a notification has the secret, the purchases, the renewal and a receipt`(
    simulated: SimulatedApp.Environment, environment: ServerAPIEnvironment
  ) async throws {
    let (scenario, told) = try await Self.told(in: simulated) { life in
      try life.buy("gems.100")
      life.world.finish(0)
      try life.buy("no_ads")
      try life.buy("pro.monthly")
      try life.world.cancel(0)
    }
    try #require(told.count == 2)
    let (bought, canceled) = (told[0], told[1])
    let secret = try #require(SharedSecret(ReceiptStore.secret))
    for notification in told {
      #expect(notification.password?.matches(secret) == true)
      #expect(notification.environment == environment)
      #expect(notification.bundleID == "com.example.game")
    }
    let content = scenario.transactions()
    let ids = Set(content.dropFirst().map(\.transactionId))
    #expect(Set(bought.entries.map(\.transactionID)) == ids)
    #expect(bought.originalTransactionID == content[2].transactionId)
    #expect(bought.autoRenewStatus == true && bought.autoRenewStatusChangeDate == nil)
    #expect(bought.pendingRenewals.map(\.autoRenewStatus) == [true])
    #expect(canceled.autoRenewStatus == false && canceled.expirationIntent == nil)
    #expect(canceled.pendingRenewals.map(\.autoRenewStatus) == [false])
    #expect(
      canceled.autoRenewStatusChangeDate?.milliseconds == scenario.world.notifications[3].signedDate
    )
    let receipt = try ReceiptStore.verified(try #require(bought.latestReceiptBytes))
    #expect(Set(receipt.purchases.map(\.transactionID)) == ids)
    #expect(receipt.jwsEnvironment == simulated.rawValue)
  }

  @Test func `the body has Apple's fields`() async throws {
    let scenario = try WorldScenario { $0.notificationVersion = .version1 }
    let store = try ReceiptStore(scenario)
    try await store.simulation.withWorld { world in
      _ = try world.buy(PurchaseCommand(WorldScenario.prefix + "pro.monthly"), by: 0)
    }
    await store.simulation.deliver()
    let arrival = try #require(store.ledger.arrivals.first)
    let body = try JSONDecoder().decode(ControlJSON.self, from: Data(arrival.body))
    #expect(body.environment == "PROD" && body.unified_receipt.environment == "Production")
    #expect(body.unified_receipt.status == 0 && body.auto_renew_status == "true")
    #expect(body.unified_receipt.pending_renewal_info[0].auto_renew_status == "1")
    #expect(body.original_transaction_id == 200_000_030_000_000)
    #expect(body.latest_receipt_info == .null && body.latest_receipt == .null)
    #expect(body.deprecation == "2023-06-05")
  }

  @Test func `a refunded consumable is told, finished or not`() async throws {
    let (scenario, told) = try await Self.told { life in
      try life.buy("gems.100")
      life.world.finish(0)
      life.pass(days: 1)
      try life.refundLatest()
    }
    let gems = try #require(scenario.transactions().first)
    #expect(told.map(\.notificationType) == [.refund])
    #expect(told[0].entries.map(\.transactionID) == [gems.transactionId])
    #expect(told[0].entries[0].cancellationDate?.milliseconds == gems.revocationDate)
    #expect(told[0].entries[0].cancellationReason == 1 && told[0].pendingRenewals.isEmpty)
  }

  @Test func `each notification tells the state as of its event, though all are sent at once`()
    async throws
  {
    let (_, told) = try await Self.told { life in
      try life.buy("pro.monthly")
      life.world.breakCard(of: 0)
      life.pass(days: 40)
      life.world.mendCard(of: 0)
      life.pass(days: 70)
    }
    let types: [NotificationTypeV1] = [.initialBuy, .didFailToRenew, .didRecover]
    #expect(Array(told.map(\.notificationType).prefix(3)) == types)
    #expect(told.prefix(3).map(\.entries.count) == [1, 1, 2])
    #expect(
      told.prefix(3).map { $0.pendingRenewals[0].isInBillingRetryPeriod } == [nil, true, nil])
    let grace = told[1].pendingRenewals[0].gracePeriodExpiresDate
    #expect(WorldScenario.day(grace?.milliseconds) == "2025-02-17")
  }

  @Test func `the newest hundred transactions are told, in no order`() async throws {
    let (scenario, told) = try await Self.told { life in
      try life.buy("basic.weekly")
      life.pass(days: 7 * 120)
    }
    let ids = scenario.transactions().map(\.transactionId)
    let last = try #require(told.last)
    #expect(ids.count > 110 && last.entries.count == 100)
    #expect(Set(last.entries.map(\.transactionID)) == Set(ids.suffix(100)))
    #expect(last.entries.map(\.transactionID) != Array(ids.suffix(100)))
    let receipt = try ReceiptStore.verified(try #require(last.latestReceiptBytes))
    #expect(receipt.purchases.count == ids.count)
  }

  @Test func `an old notification has one transaction beside the other fields`() async throws {
    let (scenario, told) = try await Self.told(.flatVersion1) { life in
      try life.buy("no_ads")
      try life.buy("pro.monthly")
      life.pass(days: 1)
      try life.refundLatest()
    }
    try #require(told.count == 2)
    let pro = scenario.transactions()[1]
    for notification in told {
      #expect(notification.entries.map(\.transactionID) == [pro.transactionId])
      #expect(notification.entries[0].expiresDate?.milliseconds == pro.expiresDate)
      #expect(notification.pendingRenewals.isEmpty && notification.bundleID == pro.bundleId)
    }
    #expect(told[0].cancellationDate == nil && told[0].webOrderLineItemID == nil)
    #expect(told[1].notificationType == .cancel)
    #expect(told[1].cancellationDate?.milliseconds == pro.revocationDate)
    #expect(told[1].webOrderLineItemID == pro.webOrderLineItemId)
    let receipt = try ReceiptStore.verified(try #require(told[0].latestReceiptBytes))
    #expect(receipt.purchases.count == 2)
  }

  @Test func `an expired period has names of its own in an old notification`() async throws {
    var scenario = try WorldScenario { $0.notificationVersion = .flatVersion1 }
    try scenario.buy("pro.monthly")
    scenario.world.breakCard(of: 0)
    scenario.pass(days: 40)
    let store = try ReceiptStore(scenario)
    let bodies = try await store.deliveredBodies().map {
      try JSONDecoder().decode(ControlJSON.self, from: Data($0))
    }
    try #require(bodies.count == 2)
    #expect(bodies[0].latest_receipt_info.expires_date.text?.count == 13)
    #expect(bodies[0].latest_receipt_info.expires_date_ms == .null)
    #expect(bodies[0].latest_expired_receipt_info == .null)
    #expect(bodies[1].latest_receipt_info == .null && bodies[1].latest_receipt == .null)
    #expect(bodies[1].latest_expired_receipt_info.product_id == "com.example.game.pro.monthly")
    #expect(bodies[1].unified_receipt == .null && bodies[1].deprecation == .null)
  }
}
