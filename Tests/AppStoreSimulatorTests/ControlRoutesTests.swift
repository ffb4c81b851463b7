import AppStoreSimulator
import Foundation
import HTTPTypes
import Testing

struct ControlRoutesTests {
  @Test func `the manual names every address`() async throws {
    try await ControlFixture.with { service in
      let manual = try await service.ask(.get, "/control")
      #expect(manual.contentType == "text/plain; charset=utf-8")
      for address in [
        "/truth", "clock/advance", "catalogue", "prices", "card", "family", "purchases",
        "transactions", "withdraw-change", "consent", "extend", "approvals", "request-refund",
        "reverse-refund", "finish", "notifications/deliver", "misbehaviour", "lives", "receipt",
        "reports?",
      ] {
        #expect(manual.text.contains(address), "\(address)")
      }
    }
  }

  @Test(arguments: [
    (#"{"by":"P1M"}"#, "2025-02-01T00:00:00.000Z"),
    (#"{"by":"P2W"}"#, "2025-01-15T00:00:00.000Z"),
    (#"{"by":"PT36H"}"#, "2025-01-02T12:00:00.000Z"),
    (#"{"by":"PT90M"}"#, "2025-01-01T01:30:00.000Z"),
    (#"{"by":"PT5S"}"#, "2025-01-01T00:00:05.000Z"),
    (#"{"to":"2025-03-01T00:00:00Z"}"#, "2025-03-01T00:00:00.000Z"),
    (#"{"to":"2025-03-01T00:00:00.0259Z"}"#, "2025-03-01T00:00:00.025Z"),
    (#"{"to":"2025-01-01T00:00:00Z"}"#, "2025-01-01T00:00:00.000Z"),
  ])
  func `the clock is put forward`(body: String, now: String) async throws {
    try await ControlFixture.with { service in
      let before = try await service.get("/control/clock")
      #expect(before.now == "2025-01-01T00:00:00.000Z")
      #expect(try await service.post("/control/clock/advance", body).now == .text(now))
      #expect(try await service.get("/control/clock").now == .text(now))
    }
  }

  @Test func `the clock tells its speed and what comes next`() async throws {
    try await ControlFixture.with { service in
      let clock = try await service.get("/control/clock")
      #expect(clock.speed == 0)
      #expect(clock.nextEvent == .null)
      #expect(try await service.put("/control/clock", #"{"speed":525600}"#).speed == 525_600)
      #expect(try await service.put("/control/clock", #"{"speed":0}"#).speed == 0)
      try await service.add("ada")
      try await service.buy("basic.weekly")
      let next = try #require(await service.get("/control/clock").nextEvent.text)
      #expect(next.hasPrefix("2025-01-0"))
    }
  }

  @Test func `prices rise, subscribers consent, and what is withdrawn is gone`() async throws {
    try await ControlFixture.with { service in
      try await service.add("ada")
      try await service.buy("news.monthly")
      let sale = try await service.post(
        "/control/prices",
        #"{"productId":"com.example.game.news.monthly","price":2490,"consentRequired":true}"#)
      let news = sale.products.items.first { $0.productId == "com.example.game.news.monthly" }
      #expect(news?.price == 2_490)
      let subscription = "/control/customers/ada/subscriptions/21000002"
      let asked = try await service.get("/control/customers/ada").subscriptions[0]
      #expect(asked.awaitsConsent == true)
      #expect(try await service.post("\(subscription)/consent").awaitsConsent == false)
      let left = try await service.delete("/control/catalogue/com.example.game.news.monthly")
      #expect(left.products.items.count == sale.products.items.count - 1)
    }
  }

  @Test func `another catalog takes the place of the one before`() async throws {
    try await ControlFixture.with { service in
      let file = #"""
        {"products":[{"productID":"sword","type":"Consumable","displayPrice":"1.99"}]}
        """#
      let sale = try await service.put("/control/catalogue", file)
      #expect(sale.products.items.map(\.productId) == ["sword"])
      #expect(sale.products[0].price == 1_990)
      #expect(sale.products[0].currency == "USD")
      #expect(try await service.get("/control/catalogue") == sale)
    }
  }

  @Test func `the catalog shows plans and offers`() async throws {
    try await ControlFixture.with { service in
      let sale = try await service.get("/control/catalogue")
      let plus = sale.products.items.first { $0.productId == "com.example.game.plus.monthly" }
      #expect(plus?.subscriptionGroupId == "21000001")
      #expect(plus?.period == "P1M")
      #expect(plus?.offers[0].kind == "introductory")
      #expect(plus?.offers[0].mode == "PAY_AS_YOU_GO")
      #expect(plus?.offers[0].price == 1_990)
    }
  }

  @Test func `a name may hold anything, escaped in addresses`() async throws {
    try await ControlFixture.with { service in
      try await service.add("a/b c+ü%2F")
      let address = "/control/customers/a%2Fb%20c+%C3%BC%252F"
      #expect(try await service.get(address).name == "a/b c+ü%2F")
      let truth = try await service.get("/truth?customer=a%2Fb%20c%2B%C3%BC%252F")
      #expect(truth.customers[0].customer == "a/b c+ü%2F")
    }
  }

  @Test func `a family shares, until a member leaves`() async throws {
    try await ControlFixture.with { service in
      for name in ["ada", "Ben B%C3%BCrger"] {
        try await service.add(name.removingPercentEncoding ?? name)
      }
      try await service.buy("no_ads")
      let family = try await service.post(
        "/control/customers/ada/family", #"{"member":"Ben Bürger"}"#)
      #expect(family.family == ["Ben Bürger"])
      let shared = try await service.get("/truth?customer=Ben%20B%C3%BCrger").customers[0]
      #expect(shared.owned[0].ownership == "FAMILY_SHARED")
      let left = try await service.delete("/control/customers/ada/family/Ben%20B%C3%BCrger")
      #expect(left.family == [])
      #expect(try await service.get("/truth?customer=Ben%20B%C3%BCrger").customers[0].owned == [])
    }
  }

  @Test func `a guardian approves of one purchase and declines another`() async throws {
    try await ControlFixture.with { service in
      try await service.post("/control/customers", #"{"name":"kid","asksToBuy":true}"#)
      let command = #"{"productId":"com.example.game.gems.500","quantity":2}"#
      let first = try await service.post("/control/customers/kid/purchases", command)
      let second = try await service.post("/control/customers/kid/purchases", command)
      #expect(first.state == "waiting")
      let ids = try [first, second].map { try #require($0.approval.text) }
      #expect(try await service.get("/control/customers/kid").waiting.items.count == 2)
      let approved = try await service.post("/control/approvals/\(ids[0])/approve")
      #expect(approved.state == "completed")
      let declined = try await service.post("/control/approvals/\(ids[1])/decline")
      #expect(declined.state == "declined")
      let kid = try await service.get("/control/customers/kid")
      #expect(kid.waiting == [])
      #expect(kid.transactions == [approved.transactionId])
    }
  }

  @Test(arguments: [
    ("", 100_000), (#"{"percentage":25000}"#, 25_000), (#"{"prorated":true}"#, 50_000),
    (#"{"prorated":false}"#, 100_000),
  ])
  func `a refund gives back all, a share, or the rest`(body: String, share: Int) async throws {
    try await ControlFixture.with { service in
      try await service.add("ada")
      let gems = try await service.buy("gems.100")
      let refunded = try await service.post("/control/transactions/\(gems)/refund", body)
      #expect(refunded.revocationPercentage == .number(Double(share)))
      #expect(try await service.get("/control/transactions/\(gems)") == refunded)
    }
  }

  @Test func `a refund that is asked for is decided within two days`() async throws {
    try await ControlFixture.with { service in
      try await service.add("ada")
      let gems = try await service.buy("gems.100")
      try await service.post("/control/transactions/\(gems)/request-refund", #"{"reason":"LEGAL"}"#)
      try await service.post("/control/clock/advance", #"{"by":"P2D"}"#)
      try await service.post("/control/clock/advance", #"{"by":"PT1M"}"#)
      let said = try await service.get("/control/notifications").notifications.items.map(\.type)
      #expect(said.dropLast() == ["ONE_TIME_CHARGE", "CONSUMPTION_REQUEST"])
      #expect(["REFUND", "REFUND_DECLINED"].contains(said.last))
    }
  }

  @Test func `what was said is listed page by page, and how it was sent`() async throws {
    try await ControlFixture.with { service in
      try await service.add("ada")
      let gems = try await service.buy("gems.100")
      let test = try await service.post("/control/notifications", #"{"type":"TEST"}"#)
      try await service.post("/control/notifications", #"{"type":"NEW","subtype":"TOMORROW"}"#)
      #expect(service.arrivals.paths.isEmpty)
      try await service.post("/control/notifications/deliver")
      #expect(service.arrivals.paths.count == 3)
      let first = try await service.get("/control/notifications?limit=2")
      #expect(first.notifications[0].transactionId == .text(gems))
      #expect(first.notifications[0].customer == "ada")
      #expect(first.notifications[0].attempts[0].result == "SUCCESS")
      #expect(first.notifications[1].notificationUUID == test.notificationUUID)
      #expect(first.next == 2)
      let second = try await service.get("/control/notifications?after=2&limit=2")
      #expect(second.notifications[0].subtype == "TOMORROW")
      #expect(second.notifications.items.count == 1)
      #expect(second.next == .null)
      let beyond = try await service.get("/control/notifications?after=\(Int.max)")
      #expect(beyond.notifications == [])
    }
  }

  @Test func `misbehavior is what the body says and good manners in all else`() async throws {
    try await ControlFixture.with { service in
      let body = #"{"notifications":{"lostPercent":5,"delayMax":86400000},"seed":7}"#
      let bad = try await service.put("/control/misbehaviour", body)
      #expect(bad.notifications.lostPercent == 5)
      #expect(bad.notifications.delayMax == 86_400_000)
      #expect(bad.notifications.doubledPercent == 0)
      #expect(bad.serverAPI.rateLimitPercent == 100)
      #expect(bad.seed == 7)
      #expect(try await service.get("/control/misbehaviour") == bad)
      var expected = Misbehavior(seed: 7)
      expected.notifications.lostPercent = 5
      expected.notifications.delayMax = 86_400_000
      #expect(await service.simulation.misbehavior == expected)
      let good = try await service.put("/control/misbehaviour", "{}")
      #expect(good.notifications.lostPercent == 0)
    }
  }

  @Test func `people settle and live, one settlement at a time`() async throws {
    try await ControlFixture.with { service in
      let body = #"{"customers":5,"ways":["steady","owning"],"until":"2025-06-01T00:00:00Z"}"#
      let lives = try await service.post("/control/lives", body)
      #expect(lives.until == "2025-06-01T00:00:00.000Z")
      #expect(lives.ways == ["steady", "owning"])
      let again = try await service.ask(.post, "/control/lives", #"{"customers":1}"#)
      #expect(again.status == 409)
      #expect(try again.json.code == "lives_going_on")
      try await service.post("/control/clock/advance", #"{"to":"2025-06-01T00:00:00Z"}"#)
      #expect(try await service.get("/control/customers").customers.items.count >= 5)
      let next = try await service.post("/control/lives", #"{"customers":1,"seed":9}"#)
      #expect(next.ways == ["mixed"])
      #expect(next.until == "2026-06-01T00:00:00.000Z")
    }
  }
}
