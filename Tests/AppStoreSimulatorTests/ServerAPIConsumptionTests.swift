import AppStoreSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

struct ServerAPIConsumptionTests {
  private let current = "/inApps/v2/transactions/consumption"
  private let first = "/inApps/v1/transactions/consumption"

  private let currentReport: [String: String] = [
    "customerConsented": "true", "deliveryStatus": #""DELIVERED""#,
    "sampleContentProvided": "false",
  ]

  private let firstReport: [String: String] = [
    "accountTenure": "7", "appAccountToken": #""""#, "consumptionStatus": "3",
    "customerConsented": "true", "deliveryStatus": "0", "lifetimeDollarsPurchased": "1",
    "lifetimeDollarsRefunded": "0", "platform": "1", "playTime": "7",
    "sampleContentProvided": "true", "userStatus": "1",
  ]

  private func json(_ report: [String: String], with changes: [String: String?] = [:]) -> String {
    let changed = changes.reduce(into: report) { $0[$1.key] = $1.value }
    return "{\(changed.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
  }

  /// Requests a refund, reports the consumption, waits for Apple's decision, and returns it.
  private func decision(
    after report: String, at path: String, in shop: ServerAPIShop, about product: String
  ) async throws -> (type: String, share: Int32?) {
    let id = try await shop.buy(product)
    try await shop.simulation.withWorld { world in
      try world.requestRefund(of: world.transaction(id))
    }
    let answer = try await shop.ask(.put, "\(path)/\(id)", report)
    #expect(answer.status == .accepted && answer.isBodiless)
    await shop.advance(days: 3)
    return try await shop.simulation.withWorld { world in
      let content = world.transactions[try world.transaction(id)].content
      return (world.notifications.last?.type ?? "", content.revocationPercentage)
    }
  }

  @Test func `Apple decides as the developer prefers`() async throws {
    let shop = try ServerAPIShop()
    for _ in 0..<5 {
      let declined = try await decision(
        after: json(currentReport, with: ["refundPreference": #""DECLINE""#]), at: current,
        in: shop, about: ServerAPIShop.gems)
      #expect(declined.type == "REFUND_DECLINED" && declined.share == nil)
      let full = try await decision(
        after: json(currentReport, with: ["refundPreference": #""GRANT_FULL""#]), at: current,
        in: shop, about: ServerAPIShop.gems)
      #expect(full.type == "REFUND" && full.share == 100_000)
      let changes = ["refundPreference": #""GRANT_PRORATED""#, "consumptionPercentage": "25000"]
      let part = try await decision(
        after: json(currentReport, with: changes), at: current, in: shop,
        about: ServerAPIShop.gems)
      #expect(part.type == "REFUND" && (1..<100_000).contains(part.share ?? 0))
    }
  }

  @Test func `the first version prefers in numbers`() async throws {
    let shop = try ServerAPIShop()
    for _ in 0..<5 {
      let declined = try await decision(
        after: json(firstReport, with: ["refundPreference": "2"]), at: first, in: shop,
        about: ServerAPIShop.gems)
      #expect(declined.type == "REFUND_DECLINED")
      let granted = try await decision(
        after: json(firstReport, with: ["refundPreference": "1"]), at: first, in: shop,
        about: ServerAPIShop.gems)
      #expect(granted.type == "REFUND" && granted.share == 100_000)
    }
  }

  @Test(arguments: [
    ("customerConsented", "false", 4_000_035), ("customerConsented", nil, 4_000_035),
    ("customerConsented", "1", 4_000_035), ("deliveryStatus", "0", 4_000_036),
    ("deliveryStatus", #""LOST""#, 4_000_036), ("deliveryStatus", nil, 4_000_036),
    ("sampleContentProvided", nil, 4_000_041), ("refundPreference", "1", 4_000_044),
    ("refundPreference", #""MAYBE""#, 4_000_044),
    ("refundPreference", #""GRANT_PRORATED""#, 4_000_044),
    ("consumptionPercentage", "100001", 4_000_000), ("consumptionPercentage", "-1", 4_000_000),
  ])
  func `each field of a report has its own number`(
    field: String, value: String?, code: Int
  ) async throws {
    let shop = try ServerAPIShop()
    let id = try await shop.buy(ServerAPIShop.gems)
    let answer = try await shop.ask(
      .put, "\(current)/\(id)", json(currentReport, with: [field: value]))
    #expect(try answer.errorCode == code)
  }

  @Test(arguments: [
    ("accountTenure", "8", 4_000_032), ("appAccountToken", #""x""#, 4_000_033),
    ("consumptionStatus", "4", 4_000_034), ("customerConsented", "false", 4_000_035),
    ("deliveryStatus", "6", 4_000_036), ("lifetimeDollarsPurchased", "8", 4_000_037),
    ("lifetimeDollarsRefunded", "-1", 4_000_038), ("platform", "3", 4_000_039),
    ("playTime", "8", 4_000_040), ("sampleContentProvided", "0", 4_000_041),
    ("userStatus", "5", 4_000_042), ("refundPreference", "4", 4_000_044),
    ("userStatus", nil, 4_000_042), ("appAccountToken", nil, 4_000_033),
  ])
  func `so has each field of the first version`(
    field: String, value: String?, code: Int
  ) async throws {
    let shop = try ServerAPIShop()
    let id = try await shop.buy(ServerAPIShop.gems)
    let answer = try await shop.ask(
      .put, "\(first)/\(id)", json(firstReport, with: [field: value]))
    #expect(try answer.errorCode == code)
  }

  @Test func `only consumables and subscriptions are reported on`() async throws {
    let shop = try ServerAPIShop()
    let noAds = try await shop.buy(ServerAPIShop.noAds)
    let pro = try await shop.buy(ServerAPIShop.pro)
    let app = await shop.simulation.withWorld { $0.customers[0].appTransactionID }
    let percentage = json(currentReport, with: ["consumptionPercentage": "5"])
    let prorated = json(currentReport, with: ["refundPreference": #""GRANT_PRORATED""#])
    for (id, report, code) in [
      (noAds, json(currentReport), 4_000_047), (app, json(currentReport), 4_000_048),
      ("1", json(currentReport), 4_040_010), (pro, percentage, 4_000_000), (pro, prorated, nil),
    ] as [(String, String, Int?)] {
      let answer = try await shop.ask(.put, "\(current)/\(id)", report)
      #expect(try answer.errorCode == code)
      #expect((answer.status == .accepted) == (code == nil))
    }
  }
}
