import Access
import EventStore
import Foundation
import HTTPTypes
import Intake
import Ledger
import TestSupport
import Testing

/// The wallet of an account over HTTP.
struct WalletTests {
  private static let path = "/v1/accounts/ann/wallet"

  private static func ask(
    _ service: TestService, _ verb: String, _ body: String, key: String? = nil,
    account: String = "ann", query: String = ""
  ) async throws -> Answer {
    var headers: HTTPFields = [.authorization: "Bearer \(service.key.text)"]
    if let key, let name = HTTPField.Name("Idempotency-Key") { headers[name] = key }
    return try await service.ask(
      "/v1/accounts/\(account)/wallet/\(verb)\(query)", .post, headers, body)
  }

  private static func give(_ amount: Int64, in service: TestService) async throws {
    let answer = try await ask(
      service, "adjust",
      #"{"coin": "gem", "amount": \#(amount), "reason": "gift", "author": "eve"}"#, key: "gift")
    #expect(answer.status == 200)
  }

  private static func balances(
    _ service: TestService, query: String = ""
  ) async throws -> [String] {
    struct Wallet: Decodable {
      struct Balance: Decodable {
        let coin: String, balance: Int64, reserved: Int64
      }
      let balances: [Balance]
    }
    return try await service.get(path + query).decode(Wallet.self).balances.map {
      "\($0.coin) \($0.balance) \($0.reserved)"
    }
  }

  @Test func `a spend is done once for its key, with the same bytes`() async throws {
    try await TestService.with { service in
      try await Self.give(100, in: service)
      let body = #"{"coin": "gem", "amount": 30, "reference": "sword"}"#
      let first = try await Self.ask(service, "spend", body, key: "\"order-1\"")
      let again = try await Self.ask(service, "spend", body, key: "order-1")
      #expect(first.status == 200)
      #expect(again.status == 200)
      #expect(first.body == again.body)
      let hit = try #require(HTTPField.Name("Idempotency-Hit"))
      #expect(first.headers[hit] == nil)
      #expect(again.headers[hit] == "true")
      #expect(try await Self.balances(service) == ["gem 70 0"])
      let other = try await Self.ask(
        service, "spend", #"{"coin": "gem", "amount": 31, "reference": "sword"}"#, key: "order-1")
      #expect(other.problem == "422 idempotency_key_reused")
    }
  }

  @Test func `an entry says all that is known of it`() async throws {
    try await TestService.with { service in
      try await Self.give(100, in: service)
      let answer = try await Self.ask(
        service, "spend", #"{"coin": "gem", "amount": 30, "reference": "sword"}"#, key: "order-1")
      let moment = try #require(answer.body.firstMatch(of: /"bookedAt":"([^"]+)"/)).1
      let id = try #require(answer.body.firstMatch(of: /"id":"([0-9a-f]{32})"/)).1
      #expect(
        answer.body == """
          {"amount":30,"apiKey":null,"author":null,"balance":70,"bookedAt":"\(moment)","change":-30,"coin":"gem",\
          "entry":null,"environment":"Production","environments":[],"event":null,"expiresAt":null,"grant":null,\
          "id":"\(id)","idempotencyKey":"order-1","kind":"spent","number":2,"productId":null,"reason":null,\
          "reference":"sword","reservation":null,"source":null,"transactionId":null}
          """)
    }
  }

  @Test func `what is reserved is committed or canceled once`() async throws {
    try await TestService.with { service in
      try await Self.give(100, in: service)
      let body = #"{"coin": "gem", "amount": 60}"#
      #expect(try await Self.ask(service, "reserve", body, key: "auction").status == 200)
      #expect(try await Self.balances(service) == ["gem 40 60"])
      let settle = #"{"reservation": "auction"}"#
      #expect(try await Self.ask(service, "commit", settle, key: "won").status == 200)
      #expect(try await Self.balances(service) == ["gem 40 0"])
      #expect(
        try await Self.ask(service, "cancel", settle, key: "lost").problem
          == "409 reservation_settled")
      #expect(
        try await Self.ask(service, "cancel", #"{"reservation": "none"}"#, key: "x").problem
          == "404 reservation_not_found")
    }
  }

  @Test func `the end of a reservation needs no key, and is told again whatever the key`()
    async throws
  {
    try await TestService.with { service in
      try await Self.give(100, in: service)
      _ = try await Self.ask(service, "reserve", #"{"coin": "gem", "amount": 60}"#, key: "auction")
      let settle = #"{"reservation": "auction"}"#
      let first = try await Self.ask(service, "commit", settle)
      let hit = try #require(HTTPField.Name("Idempotency-Hit"))
      #expect(first.status == 200 && first.headers[hit] == nil)
      #expect(first.body.contains(#""reservation":"auction""#))
      #expect(first.body.contains(#""idempotencyKey":null"#))
      for key in [nil, "won", "auction", "gift", "\"a\"b\""] {
        let again = try await Self.ask(
          service, "commit", #"{"reservation": "auction", "reference": "hall 2"}"#, key: key)
        #expect(again.status == 200 && again.body == first.body && again.headers[hit] == "true")
        let other = try await Self.ask(service, "cancel", settle, key: key)
        #expect(other.problem == "409 reservation_settled")
      }
      let spend = try await Self.ask(
        service, "spend", #"{"coin": "gem", "amount": 30}"#, key: "won")
      #expect(spend.status == 200)
      #expect(try await Self.balances(service) == ["gem 10 0"])
    }
  }

  @Test func `reservations of the same name in other wallets have their own ends`() async throws {
    try await TestService.with { service in
      let gift = #"{"coin": "gem", "amount": 50, "reason": "gift", "author": "eve"}"#
      let bid = #"{"coin": "gem", "amount": 20}"#
      let wallets = [("ann", ""), ("bob", ""), ("ann", "?environment=Sandbox")]
      for (account, query) in wallets {
        for (verb, body) in [("adjust", gift), ("reserve", bid)] {
          let answer = try await Self.ask(
            service, verb, body, key: verb, account: account, query: query)
          #expect(answer.status == 200)
        }
      }
      func end(_ verb: String, _ wallet: (account: String, query: String)) async throws -> Answer {
        try await Self.ask(
          service, verb, #"{"reservation": "reserve"}"#, account: wallet.account,
          query: wallet.query)
      }
      #expect(try await end("commit", wallets[0]).status == 200)
      let canceled = try await end("cancel", wallets[1])
      #expect(canceled.status == 200 && canceled.body.contains(#""kind":"canceled""#))
      #expect(try await end("cancel", wallets[1]).body == canceled.body)
      #expect(try await end("commit", wallets[1]).problem == "409 reservation_settled")
      #expect(try await end("cancel", ("eve", "")).problem == "404 reservation_not_found")
      #expect(try await Self.balances(service) == ["gem 30 0"])
      #expect(try await Self.balances(service, query: wallets[2].1) == ["gem 30 20"])
      // A settled reservation keeps its key: the request that made it is repeated.
      let again = try await Self.ask(service, "reserve", bid, key: "reserve")
      #expect(again.status == 200)
      #expect(try await Self.balances(service) == ["gem 30 0"])
    }
  }

  @Test(
    arguments: [
      ("spend", #"{"coin": "gem", "amount": 1}"#, nil, "400 idempotency_key_required"),
      ("spend", #"{"coin": "gem", "amount": 1}"#, "\"a\"b\"", "400 invalid_idempotency_key"),
      ("spend", #"{"coin": "gem", "amount": 1}"#, "a\u{200B}b", "400 invalid_idempotency_key"),
      (
        "spend", "{\"coin\": \"gem\", \"amount\": 1, \"reference\": \"a\u{202E}b\"}", "a",
        "400 invalid_body"
      ),
      ("spend", #"{"coin": "gem", "amount": 0}"#, "a", "400 invalid_body"),
      ("spend", #"{"coin": "a gem", "amount": 1}"#, "a", "400 invalid_body"),
      ("spend", #"{"amount": 1}"#, "a", "400 invalid_body"),
      ("spend", #"{"coin": "gem", "amount": 1.5}"#, "a", "400 invalid_body"),
      ("spend", #"{"coin": "gem", "amount": 1}"#, "a", "409 insufficient_coins"),
      ("adjust", #"{"coin": "gem", "amount": 1, "author": "eve"}"#, "a", "400 invalid_body"),
      (
        "adjust", #"{"coin": "gem", "amount": -1, "reason": "r", "author": "e"}"#, "a",
        "409 insufficient_coins"
      ),
      ("commit", #"{}"#, "a", "400 invalid_body"),
      ("cancel", "", "a", "400 unreadable_body"),
    ] as [(String, String, String?, String)])
  func `what cannot be done is rejected with its reason`(
    verb: String, body: String, key: String?, problem: String
  ) async throws {
    try await TestService.with { service in
      let answer = try await Self.ask(service, verb, body, key: key)
      #expect(answer.problem == problem)
    }
  }

  @Test(arguments: [("zz", "400 invalid_parameter"), ("", "400 invalid_parameter")])
  func `a position of another form is refused`(position: String, problem: String) async throws {
    try await TestService.with { service in
      let answer = try await service.get("\(Self.path)?minPosition=\(position)")
      #expect(answer.problem == problem)
    }
  }

  @Test func `a wallet covers the position that it is asked for, or says that it cannot`()
    async throws
  {
    try await TestService.with { service in
      try await Self.give(100, in: service)
      let recorded = try await service.ledger.log.position()
      func problem(_ position: PositionToken) async throws -> String {
        try await service.get("\(Self.path)?minPosition=\(position)").problem
      }
      #expect(try await problem(service.ledger.log.token(recorded)).contains(#""balance":100"#))
      let ahead = Position(recorded.lanes.mapValues { $0 + 1_000 })
      #expect(
        try await problem(service.ledger.log.token(ahead)) == "503 position_not_reached retryable")
      #expect(try await problem(PositionToken(recorded, in: UUID())) == "409 epoch_changed")
    }
  }

  @Test func `environments keep their coins apart`() async throws {
    try await TestService.with { service in
      try await Self.give(100, in: service)
      let answer = try await Self.ask(
        service, "spend", #"{"coin": "gem", "amount": 1}"#, key: "a",
        query: "?environment=Sandbox")
      #expect(answer.problem == "409 insufficient_coins")
      let sandbox = try await Self.balances(service, query: "?environment=Sandbox")
      #expect(sandbox.isEmpty)
    }
  }

  @Test func `entries are paged from the newest on, and a past is as it was`() async throws {
    try await TestService.with { service in
      try await Self.give(100, in: service)
      for number in 1...4 {
        let answer = try await Self.ask(
          service, "spend", #"{"coin": "gem", "amount": 10}"#, key: "spend \(number)")
        #expect(answer.status == 200)
      }
      struct Page: Decodable {
        struct Entry: Decodable {
          let number: Int, bookedAt: String
        }
        let entries: [Entry], next: String?
      }
      var (numbers, next): ([Int], String?) = ([], "")
      var moment = ""
      while let after = next {
        let query = "?limit=2" + (after.isEmpty ? "" : "&after=\(after)")
        let page = try await service.get(Self.path + query).decode(Page.self)
        numbers += page.entries.map(\.number)
        if let entry = page.entries.first(where: { $0.number == 3 }) { moment = entry.bookedAt }
        next = page.next
      }
      #expect(numbers == [5, 4, 3, 2, 1])
      let past = try await Self.balances(service, query: "?at=\(moment)")
      #expect(["gem 80 0", "gem 70 0", "gem 60 0"].contains(past[0]))
    }
  }

  @Test func `spending asks for the scope grants, looking for read`() async throws {
    try await TestService.with { service in
      let key = try await service.keys.create(name: "reader", scopes: [.read])
      #expect(try await service.get(Self.path, as: key).status == 200)
      let answer = try await service.post(
        Self.path + "/spend", #"{"coin": "gem", "amount": 1}"#, as: key)
      #expect(answer.problem == "403 insufficient_scope")
    }
  }

  @Test func `a bought pack is in the wallet, to be spent`() async throws {
    try await TestService.with { service in
      _ = try await service.ledger.intake.catalogs.publish(
        Catalog([
          CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 100)])
        ]), of: TestLedger.bundleID, validFrom: Instant(day: "2026-01-01"))
      let gems = GemPurchase("1")
      let ann = AccountReference(.production, TestLedger.bundleID, "ann")
      _ = try await service.ledger.log.append(
        [gems.bought(), gems.owned(by: ann)].map { NewEvent($0) })
      try await service.ledger.grant()
      #expect(try await Self.balances(service) == ["gem 100 0"])
    }
  }
}
