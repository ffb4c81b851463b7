import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Testing

struct LegacyDeliveryTests {
  @Test(arguments: [NotificationVersion.version1, .flatVersion1])
  func `an unanswered notification is sent again after 6, 24 and 48 hours, the same bytes`(
    version: NotificationVersion
  ) async throws {
    let store = try ReceiptStore(WorldScenario(), notifyingBy: version)
    store.ledger.answer(LedgerReply(status: 503))
    try await store.simulation.withWorld { world in
      _ = try world.buy(PurchaseCommand(WorldScenario.prefix + "pro.monthly"), by: 0)
    }
    await store.simulation.deliver()
    for hour in 1...200 {
      try await store.simulation.advance(to: store.simulation.now + Int64(1).hours)
      guard hour == 10 else { continue }
      try await store.simulation.withWorld { world in
        _ = try world.buy(PurchaseCommand(WorldScenario.prefix + "no_ads"), by: 0)
      }
    }
    let dates = await store.simulation.attempts(of: 0).map(\.attemptDate)
    #expect(dates.map { ($0 - dates[0]) / Int64(1).hours } == [0, 6, 30, 78])
    #expect(store.ledger.arrivals.count == 4)
    #expect(Set(store.ledger.arrivals.map(\.body)).count == 1)
  }

  @Test func `the version counts for events from then on`() async throws {
    var scenario = try WorldScenario()
    try scenario.buy("pro.monthly")
    let store = try ReceiptStore(scenario)
    let path = "/control/notifications/version"
    #expect(try await store.ask(.get, path).json.version == "v2")
    #expect(try await store.ask(.put, path, #"{"version":"v1"}"#).json.version == "v1")
    #expect(try await store.ask(.get, path).json.version == "v1")
    try await store.simulation.withWorld { try $0.cancel(0) }
    _ = try await store.ask(.put, path, #"{"version":"v2"}"#)
    try await store.simulation.withWorld { try $0.resume(0) }
    let bodies = try await store.deliveredBodies()
    #expect(bodies.count == 3 && store.ledger.arrivals.count { $0.text.isEmpty } == 1)
    #expect(try NotificationV1(bodies[1]).notificationType == .didChangeRenewalStatus)
  }

  @Test func `Apple keeps no history of version 1`() async throws {
    var scenario = try WorldScenario()
    try scenario.buy("pro.monthly")
    scenario.world.app.notificationVersion = .version1
    try scenario.world.cancel(0)
    let store = try ReceiptStore(scenario)
    await store.simulation.deliverAll()
    let token = try store.simulation.developerKey.token(
      for: "com.example.game", at: Date(timeIntervalSince1970: 1_800_000_000))
    let reply = try await store.ask(
      .post, "/inApps/v1/notifications/history",
      #"{"startDate":1735689600000,"endDate":1767225600000}"#,
      authorization: "Bearer \(token)")
    #expect(try reply.json.notificationHistory.items.count == 1)
    #expect(await store.simulation.attempts(of: 1).count == 1)
  }

  @Test(arguments: [#"{"version":"1"}"#, #"{"version":1}"#, "{}"])
  func `an unknown version is rejected by the name of the field`(body: String) async throws {
    let store = try ReceiptStore(WorldScenario())
    let reply = try await store.ask(.put, "/control/notifications/version", body)
    #expect(reply.status == 400)
    #expect(try reply.json.field == "version")
  }

  @Test func `a store without an issuer stays with version 2`() async throws {
    try await ControlFixture.with { service in
      let path = "/control/notifications/version"
      let reply = try await service.ask(.put, path, #"{"version":"v1"}"#)
      #expect(reply.status == 409)
      #expect(try reply.json.code == "no_receipts")
      #expect(try await service.put(path, #"{"version":"v2"}"#).version == "v2")
    }
  }
}
