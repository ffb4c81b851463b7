import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

struct ServerAPISubscriptionTests {
  private struct Statuses: Decodable {
    struct Group: Decodable {
      let subscriptionGroupIdentifier: String
      let lastTransactions: [Chain]
    }
    struct Chain: Decodable {
      let status: Int
      let originalTransactionId: String
      let signedTransactionInfo: String
      let signedRenewalInfo: String
    }
    let environment: String
    let bundleId: String
    let appAppleId: Int64?
    let data: [Group]
  }

  private struct Extended: Decodable {
    let originalTransactionId: String
    let webOrderLineItemId: String
    let success: Bool
    let effectiveDate: Int64
  }

  private struct Status: Decodable {
    let requestIdentifier: String
    let complete: Bool
    let completeDate: Int64?
    let succeededCount: Int64?
    let failedCount: Int64?
  }

  private let path = "/inApps/v1/subscriptions"
  private let uuid = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"

  private func command(
    days: String = "7", reason: String = "1", identifier: String = #""one""#
  ) -> String {
    #"{"extendByDays":\#(days),"extendReasonCode":\#(reason),"requestIdentifier":\#(identifier)}"#
  }

  private func massCommand(_ more: String = #","productId":"com.example.game.pro.monthly""#)
    -> String
  {
    #"{"extendByDays":7,"extendReasonCode":1,"requestIdentifier":"\#(uuid)"\#(more)}"#
  }

  @Test func `each group shows the latest of its chain`() async throws {
    let shop = try ServerAPIShop()
    let pro = try await shop.buy(ServerAPIShop.pro)
    let news = try await shop.buy(ServerAPIShop.news)
    try await shop.simulation.withWorld { try $0.cancel(1) }
    await shop.advance(days: 35)
    let statuses = try await shop.get("\(path)/\(news)", as: Statuses.self)
    #expect(statuses.bundleId == "com.example.game" && statuses.appAppleId == 4_711)
    #expect(statuses.data.map(\.subscriptionGroupIdentifier) == ["21000001", "21000002"])
    let chains = statuses.data.flatMap(\.lastTransactions)
    #expect(chains.map(\.originalTransactionId) == [pro, news])
    #expect(chains.map(\.status) == [1, 2])
    let transaction = try await shop.verified(chains[0].signedTransactionInfo)
    #expect(transaction.transactionId != pro && transaction.originalTransactionId == pro)
    let renewal = try await shop.verified(chains[1].signedRenewalInfo, as: RenewalPayload.self)
    #expect(renewal.expirationIntent == 1)
    #expect(renewal.signedDate?.milliseconds == (await shop.simulation.now))
  }

  @Test func `only the states asked for are shown`() async throws {
    let shop = try ServerAPIShop()
    let pro = try await shop.buy(ServerAPIShop.pro)
    try await shop.buy(ServerAPIShop.news)
    try await shop.simulation.withWorld { try $0.cancel(1) }
    await shop.advance(days: 35)
    for (query, groups) in [
      ("status=1", ["21000001"]), ("status=2", ["21000002"]), ("status=3", []),
      ("status=1&status=2", ["21000001", "21000002"]),
    ] {
      let found = try await shop.get("\(path)/\(pro)?\(query)", as: Statuses.self).data
      #expect(found.map(\.subscriptionGroupIdentifier) == groups)
    }
    #expect(try await shop.ask(.get, "\(path)/\(pro)?status=6").errorCode == 4_000_031)
  }

  @Test func `what a family shares is a chain of the member's own`() async throws {
    let shop = try ServerAPIShop()
    try await shop.buy("com.example.game.pro.yearly")
    let (member, shared) = try await shop.simulation.withWorld { world in
      let member = try world.addCustomer("bob")
      try world.join(member, to: 0)
      let first = world.customers[member].transactions[0]
      return (world.customers[member].appTransactionID, world.transactions[first].id)
    }
    let statuses = try await shop.get("\(path)/\(member)", as: Statuses.self)
    let chain = try #require(statuses.data.first?.lastTransactions.first)
    #expect(chain.originalTransactionId == shared && chain.status == 1)
    let transaction = try await shop.verified(chain.signedTransactionInfo)
    #expect(transaction.inAppOwnershipType == "FAMILY_SHARED" && transaction.price == nil)
  }

  @Test func `an extension moves the end, once for one identifier`() async throws {
    let shop = try ServerAPIShop()
    let id = try await shop.buy(ServerAPIShop.pro)
    let end = await shop.simulation.withWorld { $0.subscriptions[0].until }
    for _ in 0..<3 {
      let extended = try await shop.ask(.put, "\(path)/extend/\(id)", command()).decoded(
        as: Extended.self)
      #expect(extended.success && extended.originalTransactionId == id)
      #expect(extended.effectiveDate == end + Int64(7).days)
      #expect(!extended.webOrderLineItemId.isEmpty)
    }
    let told = await shop.simulation.withWorld { $0.notifications.map(\.type) }
    #expect(told == ["SUBSCRIBED", "RENEWAL_EXTENDED"])
    for (identifier, code) in [(#""two""#, nil), (#""three""#, 4_030_005)] as [(String, Int?)] {
      let answer = try await shop.ask(
        .put, "\(path)/extend/\(id)", command(identifier: identifier))
      #expect(answer.status == (code == nil ? .ok : .forbidden))
      if let code { #expect(try answer.errorCode == code) }
    }
  }

  @Test func `what cannot be extended is rejected`() async throws {
    let shop = try ServerAPIShop()
    let gems = try await shop.buy(ServerAPIShop.gems)
    let news = try await shop.buy(ServerAPIShop.news)
    try await shop.simulation.withWorld { try $0.cancel(0) }
    await shop.advance(days: 35)
    try await shop.simulation.withWorld { world in
      try world.join(world.addCustomer("bob"), to: 0)
    }
    let yearly = try await shop.buy("com.example.game.pro.yearly")
    let shared = try #require(
      await shop.simulation.withWorld { $0.transactions.first(where: \.isFamilyShared)?.id })
    let app = await shop.simulation.withWorld { $0.customers[0].appTransactionID }
    for (id, code) in [
      (gems, 4_030_004), (news, 4_030_004), (shared, 4_030_007), ("1", 4_040_005),
      ("x", 4_000_008), (app, 4_000_048),
    ] {
      let answer = try await shop.ask(.put, "\(path)/extend/\(id)", command())
      #expect(try answer.errorCode == code)
    }
    #expect(try await shop.ask(.put, "\(path)/extend/\(yearly)", command()).status == .ok)
  }

  @Test func `a request to extend is complete and within its bounds`() async throws {
    let shop = try ServerAPIShop()
    let id = try await shop.buy(ServerAPIShop.pro)
    let long = String(repeating: "x", count: 129)
    for (body, code) in [
      (command(days: "0"), 4_000_009), (command(days: "91"), 4_000_009),
      (command(days: "null"), 4_000_009),
      (command(days: #""7""#), 4_000_009), (command(days: "1.5"), 4_000_009),
      (command(days: "true"), 4_000_009), (command(reason: "4"), 4_000_010),
      (command(reason: "-1"), 4_000_010), (command(identifier: "7"), 4_000_011),
      (command(identifier: #""""#), 4_000_011), (command(identifier: "\"\(long)\""), 4_000_011),
      ("", 4_000_000), ("[]", 4_000_000), ("{}", 4_000_009),
    ] {
      let answer = try await shop.ask(.put, "\(path)/extend/\(id)", body)
      #expect(try answer.errorCode == code, "\(body)")
    }
    #expect(await shop.simulation.withWorld { $0.notifications.count } == 1)
  }

  @Test func `all subscribers are extended within a day, and counted`() async throws {
    let shop = try ServerAPIShop()
    try await shop.buy(ServerAPIShop.pro)
    for _ in 0..<2 {
      let answer = try await shop.ask(.post, "\(path)/extend/mass", massCommand())
      #expect(try answer.decoded(as: [String: String].self) == ["requestIdentifier": uuid])
    }
    let address = "\(path)/extend/mass/\(ServerAPIShop.pro)/\(uuid)"
    let before = try await shop.get(address, as: Status.self)
    #expect(!before.complete && before.succeededCount == nil && before.completeDate == nil)
    await shop.advance(days: 1)
    let after = try await shop.get(address, as: Status.self)
    #expect(after.complete && after.requestIdentifier == uuid)
    #expect(after.succeededCount == 1 && after.failedCount == 0 && after.completeDate != nil)
    for (address, code) in [
      ("\(path)/extend/mass/\(ServerAPIShop.news)/\(uuid)", 4_040_009),
      ("\(path)/extend/mass/\(ServerAPIShop.pro)/\(UUID().uuidString)", 4_040_009),
      ("\(path)/extend/mass/\(ServerAPIShop.pro)/x", 4_000_011),
    ] {
      #expect(try await shop.ask(.get, address).errorCode == code)
    }
  }

  @Test func `an extension of all names a product and storefronts that exist`() async throws {
    let shop = try ServerAPIShop()
    let product = #","productId":"com.example.game.pro.monthly""#
    for (body, code) in [
      (massCommand(""), 4_000_023), (massCommand(#","productId":"x""#), 4_000_023),
      (massCommand(#","productId":"com.example.game.no_ads""#), 4_000_023),
      (massCommand(product + #","storefrontCountryCodes":[]"#), 4_000_027),
      (massCommand(product + #","storefrontCountryCodes":["us"]"#), 4_000_028),
      (massCommand(product + #","storefrontCountryCodes":"USA""#), 4_000_028),
      (command(), 4_000_011),
    ] {
      let answer = try await shop.ask(.post, "\(path)/extend/mass", body)
      #expect(try answer.errorCode == code, "\(body)")
    }
    let good = massCommand(product + #","storefrontCountryCodes":["USA","JPN"]"#)
    #expect(try await shop.ask(.post, "\(path)/extend/mass", good).status == .ok)
  }
}
