import AppStoreSimulator
import HTTPTypes
import Testing

struct ControlRejectionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let method: HTTPRequest.Method
    let uri: String
    let body: String
    let status: Int
    let code: String
    let field: ControlJSON

    var testDescription: String { "\(method) \(uri) \(body)" }
  }

  private static func rejected(
    _ method: HTTPRequest.Method, _ uri: String, _ body: String, _ status: Int,
    _ code: String, _ field: ControlJSON = .null
  ) -> Case {
    Case(method: method, uri: uri, body: body, status: status, code: code, field: field)
  }

  private static func rejected(
    _ method: HTTPRequest.Method, _ uri: String, _ status: Int, _ code: String,
    _ field: ControlJSON = .null
  ) -> Case {
    rejected(method, uri, "", status, code, field)
  }

  private static func invalid(
    _ method: HTTPRequest.Method, _ uri: String, _ body: String, _ field: ControlJSON
  ) -> Case {
    rejected(method, uri, body, 400, "invalid_field", field)
  }

  private static func missing(_ method: HTTPRequest.Method, _ uri: String, _ field: ControlJSON)
    -> Case
  {
    rejected(method, uri, "{}", 400, "missing_field", field)
  }

  private static let purchases = "/control/customers/ada/purchases"
  private static let ada = "/control/customers/ada"

  static let unreadable: [Case] = [
    missing(.post, "/control/customers", "name"),
    missing(.post, "/control/clock/advance", "by"),
    missing(.put, "/control/clock", "speed"),
    missing(.post, "/control/prices", "productId"),
    missing(.post, purchases, "productId"),
    missing(.post, "\(ada)/card", "works"),
    missing(.post, "\(ada)/family", "member"),
    missing(.post, "\(ada)/subscriptions/21000001/extend", "days"),
    missing(.post, "/control/notifications", "type"),
    missing(.post, "/control/lives", "customers"),
    rejected(.post, "/control/customers", "not JSON", 400, "unreadable_body"),
    rejected(.post, "/control/customers", "[]", 400, "unreadable_body"),
    rejected(.post, "/control/customers", #"{"name":"#, 400, "unreadable_body"),
    rejected(.post, "/control/customers", "null", 400, "unreadable_body"),
    invalid(.post, "/control/customers", #"{"name":7}"#, "name"),
    invalid(.post, "/control/customers", #"{"name":null}"#, "name"),
    invalid(.post, "/control/customers", #"{"name":""}"#, "name"),
    invalid(.post, "/control/customers", #"{"name":"x","appAccountToken":"x"}"#, "appAccountToken"),
    invalid(.post, "/control/customers", #"{"name":"x","storefront":"ATA"}"#, "storefront"),
    invalid(.post, "/control/customers", #"{"name":"x","asksToBuy":"yes"}"#, "asksToBuy"),
    invalid(.post, "/control/clock/advance", #"{"by":"1 month"}"#, "by"),
    invalid(.post, "/control/clock/advance", #"{"by":"PT0H"}"#, "by"),
    invalid(.post, "/control/clock/advance", #"{"to":"2025-02-30T00:00:00Z"}"#, "to"),
    invalid(.post, "/control/clock/advance", #"{"to":"2025-02-03T00:00:00+01:00"}"#, "to"),
    invalid(.post, "/control/clock/advance", #"{"by":"P1D","to":"2025-02-03T00:00:00Z"}"#, "to"),
    invalid(.put, "/control/clock", #"{"speed":-1}"#, "speed"),
    invalid(.put, "/control/clock", #"{"speed":1e300}"#, "speed"),
    invalid(.post, "/control/prices", #"{"productId":"x","price":4.99}"#, "price"),
    invalid(.post, "/control/prices", #"{"productId":"x","price":-1}"#, "price"),
    invalid(.post, "/control/prices", #"{"productId":"x","price":9e18}"#, "price"),
    invalid(.post, purchases, #"{"productId":"x","quantity":1.5}"#, "quantity"),
    invalid(.post, purchases, #"{"productId":"x","offer":"y"}"#, "offer"),
    invalid(.post, purchases, #"{"productId":"x","offer":{"kind":"winBack"}}"#, "offer.kind"),
    invalid(.post, purchases, #"{"productId":"x","billingPlanType":"WEEKLY"}"#, "billingPlanType"),
    rejected(.post, purchases, #"{"productId":"x","offer":{}}"#, 400, "missing_field", "offer.id"),
    invalid(.post, "/control/transactions/1/refund", #"{"percentage":0}"#, "percentage"),
    invalid(.post, "/control/transactions/1/refund", #"{"percentage":100001}"#, "percentage"),
    invalid(
      .post, "/control/transactions/1/refund", #"{"percentage":1,"prorated":true}"#, "percentage"),
    invalid(.post, "/control/transactions/1/request-refund", #"{"reason":"ANGER"}"#, "reason"),
    invalid(.post, "\(ada)/subscriptions/21000001/extend", #"{"days":91}"#, "days"),
    invalid(
      .put, "/control/misbehaviour", #"{"notifications":{"lostPercent":101}}"#,
      "notifications.lostPercent"),
    invalid(
      .put, "/control/misbehaviour", #"{"serverAPI":{"slowness":"PT1H"}}"#, "serverAPI.slowness"),
    invalid(
      .put, "/control/misbehaviour", #"{"notifications":{"delayMax":-1}}"#,
      "notifications.delayMax"),
    invalid(.put, "/control/misbehaviour", #"{"seed":-1}"#, "seed"),
    invalid(.post, "/control/lives", #"{"customers":0}"#, "customers"),
    invalid(.post, "/control/lives", #"{"customers":1,"seed":1e40}"#, "seed"),
    invalid(.post, "/control/lives", #"{"customers":1,"ways":[]}"#, "ways"),
    invalid(.post, "/control/lives", #"{"customers":1,"ways":["mixed","odd"]}"#, "ways[1]"),
    invalid(.post, "/control/lives", #"{"customers":1,"ways":[1]}"#, "ways[0]"),
    invalid(.post, "/control/lives", #"{"customers":1,"until":"2024-12-31T00:00:00Z"}"#, "until"),
    rejected(.put, "/control/catalogue", "{}", 400, "invalid_catalogue"),
    rejected(
      .put, "/control/catalogue",
      #"{"products":[{"productID":"x","type":"Consumable","displayPrice":"free"}]}"#, 400,
      "invalid_catalogue", "displayPrice"),
    invalid(.get, "/truth?at=yesterday", "", "at"),
    invalid(.get, "/truth?at=2025-06-01T00:00:00Z", "", "at"),
    invalid(.get, "/truth?customer=ada&customer=ben", "", "customer"),
    invalid(.get, "/control/notifications?after=-1", "", "after"),
    invalid(.get, "/control/notifications?limit=1001", "", "limit"),
    invalid(.get, "\(ada)/transactions?unfinished=perhaps", "", "unfinished"),
    invalid(.get, "/control/customers/%FF", "", "name"),
    rejected(.get, "/truth?when=now", 400, "unknown_parameter", "when"),
    rejected(.post, "/control/customers?dry=1", 400, "unknown_parameter", "dry"),
  ]

  static let unknown: [Case] = [
    rejected(.get, "/truth?customer=nobody", 404, "unknown_customer"),
    rejected(.get, "/control/customers/nobody", 404, "unknown_customer"),
    rejected(.post, "\(ada)/family", #"{"member":"nobody"}"#, 404, "unknown_customer", "member"),
    rejected(.delete, "\(ada)/family/ben", 404, "not_in_family"),
    rejected(.post, purchases, #"{"productId":"x"}"#, 404, "unknown_product", "productId"),
    rejected(.delete, "/control/catalogue/x", 404, "unknown_product", "productId"),
    rejected(.get, "/control/transactions/1", 404, "unknown_transaction"),
    rejected(.post, "/control/transactions/x/finish", 404, "unknown_transaction"),
    rejected(.post, "/control/approvals/x/approve", 404, "unknown_approval"),
    rejected(.post, "/control/approvals/x/decline", 404, "unknown_approval"),
    rejected(.post, "\(ada)/subscriptions/1/cancel", 404, "no_subscription"),
    rejected(.get, "/control/weather", 404, "unknown_address"),
    rejected(.post, "/control/transactions", 404, "unknown_address"),
    rejected(.patch, "/control/clock", 405, "method_not_allowed"),
    rejected(.get, "/control/lives", 405, "method_not_allowed"),
  ]

  static let rejectedByTheStore: [Case] = [
    rejected(.post, "/control/customers", #"{"name":"ada"}"#, 409, "name_taken", "name"),
    rejected(
      .post, "/control/clock/advance", #"{"to":"2024-01-01T00:00:00Z"}"#, 409,
      "clock_goes_forward"),
    rejected(.post, "/control/clock/advance", #"{"by":"P9999Y"}"#, 409, "clock_at_present"),
    rejected(
      .post, purchases, #"{"productId":"com.example.game.gems.100","quantity":11}"#, 409,
      "quantity_out_of_range", "quantity"),
    rejected(
      .post, purchases, #"{"productId":"com.example.game.gems.100","offer":{"id":"x"}}"#, 409,
      "not_a_subscription", "productId"),
    rejected(
      .post, purchases, #"{"productId":"com.example.game.pro.monthly","offer":{"id":"x"}}"#, 409,
      "offer_not_for_sale", "offer"),
    rejected(
      .post, purchases,
      #"{"productId":"com.example.game.pro.monthly","billingPlanType":"MONTHLY"}"#, 409,
      "no_commitment", "billingPlanType"),
    rejected(.post, "\(ada)/family", #"{"member":"ada"}"#, 409, "not_shareable", "member"),
  ]

  @Test(arguments: unreadable + unknown + rejectedByTheStore)
  func `a bad request is answered with what is wrong, and where`(rejection: Case) async throws {
    try await ControlFixture.with { service in
      try await service.add("ada")
      try await service.add("ben")
      let reply = try await service.ask(rejection.method, rejection.uri, rejection.body)
      #expect(reply.status == rejection.status, "\(reply.text)")
      #expect(reply.contentType == "application/problem+json")
      let problem = try reply.json
      #expect(problem.code == .text(rejection.code), "\(reply.text)")
      #expect(problem.field == rejection.field, "\(reply.text)")
      #expect(problem.status == .number(Double(rejection.status)))
      #expect(problem.type == .text("urn:daicho-appstore:problem:\(rejection.code)"))
      #expect(problem.title.text?.isEmpty == false)
      #expect(problem.detail.text?.hasSuffix(".") == true)
    }
  }

  @Test func `what the state of things rejects is a conflict`() async throws {
    try await ControlFixture.with { service in
      try await service.add("ada")
      let gems = try await service.buy("gems.100")
      try await service.buy("pro.monthly")
      let subscription = "/control/customers/ada/subscriptions/21000001"
      for (uri, code) in [
        ("/control/transactions/\(gems)/reverse-refund", "not_refunded"),
        ("\(subscription)/resume", "not_active"),
        ("\(subscription)/withdraw-change", "nothing_planned"),
        ("\(subscription)/consent", "no_price_increase"),
      ] {
        let reply = try await service.ask(.post, uri)
        #expect(reply.status == 409)
        #expect(try reply.json.code == .text(code))
      }
      try await service.post("/control/transactions/\(gems)/refund")
      let again = try await service.ask(.post, "/control/transactions/\(gems)/refund")
      #expect(try again.json.code == "already_refunded")
    }
  }

  @Test(arguments: [
    "\u{0}", "{\"name\":\"\\ud800\"}", "{\"a\":1e999}", String(repeating: "[", count: 100_000),
    "{\"name\":{\"name\":[]},\"productId\":[1],\"customers\":1e40,\"days\":1e40,\"speed\":[]}",
    "{\"name\":\"\",\"productId\":\"\",\"type\":\"\",\"member\":\"\",\"customers\":-1,\"days\":-1}",
  ])
  func `nothing that is sent brings it down`(body: String) async throws {
    try await ControlFixture.with { service in
      try await service.add("ada")
      let addresses: [(HTTPRequest.Method, String)] = [
        (.post, "/control/customers"), (.post, "/control/clock/advance"),
        (.put, "/control/clock"), (.put, "/control/catalogue"), (.post, "/control/prices"),
        (.post, Self.purchases), (.post, "\(Self.ada)/card"), (.post, "\(Self.ada)/family"),
        (.post, "\(Self.ada)/subscriptions/21000001/extend"), (.post, "/control/notifications"),
        (.post, "/control/lives"),
      ]
      for (method, uri) in addresses {
        let reply = try await service.ask(method, uri, body)
        #expect((400..<500).contains(reply.status), "\(method) \(uri) \(reply.text)")
      }
      #expect(try await service.get("/control/customers").customers.items.count == 1)
    }
  }

  @Test func `a body beyond the limit is rejected`() async throws {
    try await ControlFixture.with { service in
      let body = #"{"name":"\#(String(repeating: "x", count: 5 << 20))"}"#
      let reply = try await service.ask(.post, "/control/customers", body)
      #expect(reply.status == 413)
      #expect(try reply.json.code == "body_too_large")
    }
  }

  @Test func `unknown fields are ignored`() async throws {
    try await ControlFixture.with { service in
      let ada = try await service.post("/control/customers", #"{"name":"ada","shoeSize":38}"#)
      #expect(ada.name == "ada")
    }
  }
}
