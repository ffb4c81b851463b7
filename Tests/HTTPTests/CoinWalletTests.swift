import Access
import AppStoreSimulator
import EventStore
import HTTPTypes
import Intake
import Ledger
import Projections
import TestSupport
import Testing

@testable import HTTP

/// Coins that a catalog declares with the wallet that keeps them: gems here, stars in the game.
struct CoinWalletTests {
  private static let token = "70c3a000-0000-4000-8000-000000000004"

  private static func catalog(
    _ coins: [Coin: CoinWallet] = ["gem": .daicho, "star": .game], _ more: Coin? = nil
  ) throws -> Catalog {
    let grants =
      [ProductGrant("gem", 50), ProductGrant("star", 7)]
      + [more].compactMap(\.self).map {
        ProductGrant($0, 1)
      }
    return try Catalog(
      [CatalogProduct("com.example.month", type: .autoRenewable, grants: grants)], coins: coins)
  }

  /// Runs a service in which a month was bought that grants 50 gems and 7 stars.
  private static func withMonth(
    _ body: @escaping @Sendable (TestService, _ path: String) async throws -> Void
  ) async throws {
    try await TestService.with { service in
      _ = try await service.ledger.intake.catalogs.publish(
        try catalog(), of: TestLedger.bundleID, validFrom: Instant(day: "2026-01-01"))
      let jws = try service.ledger.authority.subscribed(.month(token: token))
      _ = try await service.ledger.known(AccountID(token))
      _ = try await service.notify(#"{"signedPayload":"\#(jws)"}"#)
      try await settle(service)
      try await body(service, "/v1/accounts/\(token)/wallet")
    }
  }

  private static func settle(_ service: TestService) async throws {
    try await service.ledger.grant()
    try await service.ledger.project()
  }

  private static func ask(
    _ service: TestService, _ path: String, _ body: String, key: String, as apiKey: APIKey? = nil
  ) async throws -> Answer {
    var headers: HTTPFields = [.authorization: "Bearer \((apiKey ?? service.key).text)"]
    if let name = HTTPField.Name("Idempotency-Key") { headers[name] = key }
    return try await service.ask(path, .post, headers, body)
  }

  private static func grants(_ service: TestService, _ query: String = "") async throws -> [String]
  {
    struct Page: Decodable {
      struct Grant: Decodable {
        let coin: String
        let state: String
        let revokedAmount: Int64
        let bookedAmount: Int64?
      }
      let grants: [Grant]
    }
    return try await service.get("/v1/grants\(query)").decode(Page.self).grants.map {
      "\($0.coin) \($0.state) \($0.revokedAmount) \($0.bookedAmount.map(String.init) ?? "-")"
    }.sorted()
  }

  @Test func `each coin is in one wallet: credited here, or pending for the game`() async throws {
    try await Self.withMonth { service, path in
      let wallet = try await service.get(path)
      #expect(
        wallet.body.contains(
          #""balances":[{"balance":50,"bought":50,"coin":"gem","debt":0,"earned":0,"#
            + #""environment":"Production","reserved":0}]"#)
      )
      #expect(try await Self.grants(service) == ["gem credited 0 -", "star pending 0 -"])
      #expect(try await Self.grants(service, "?state=pending") == ["star pending 0 -"])
    }
  }

  @Test func `an entry names its product, its transaction and its event`() async throws {
    struct Wallet: Decodable {
      struct Entry: Decodable {
        let kind: String
        let productId: String?
        let transactionId: String?
        let event: String?
      }
      let entries: [Entry]
    }
    try await Self.withMonth { service, path in
      _ = try await Self.ask(service, path + "/spend", #"{"coin":"gem","amount":9}"#, key: "k")
      let entries = try await service.get(path).decode(Wallet.self).entries
      #expect(entries.map(\.kind) == ["spent", "credited"])
      #expect(entries.map(\.productId) == [nil, "com.example.month"])
      #expect(entries.map(\.transactionId) == [nil, "2000"])
      for entry in entries {
        let id = try #require(entry.event.flatMap(EventID.init))
        let event = try #require(try await service.ledger.log.reading.event(id))
        guard case .account(.coinsMoved(let moved)) = event.event else {
          Issue.record("\(id) moves no coins")
          continue
        }
        #expect("\(moved.movement)".hasPrefix(entry.kind))
      }
    }
  }

  /// The month was bought before the cut-over date. Its gems are refunded later.
  @Test func `coins delivered elsewhere are listed, and their refund is a debt`() async throws {
    try await TestService.with { service in
      let ledger = service.ledger
      try await ledger.intake.catalogs.declare(
        before: Instant(day: "2026-06-01"), of: TestLedger.bundleID, in: .production)
      let pack = GemPurchase("1")
      _ = try await ledger.intake.catalogs.publish(
        Catalog(
          [CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 100)])],
          coins: ["gem": .daicho]), of: TestLedger.bundleID, validFrom: pack.boughtAt)
      let ann = ledger.account("ann").reference
      try await ledger.record([pack.bought(), pack.owned(by: ann)])
      try await Self.settle(service)
      let listed = try await service.get("/v1/grants")
      #expect(listed.body.contains(#""deliveredElsewhere":true"#))
      #expect(try await Self.grants(service) == ["gem acknowledged 0 -"])
      let wallet = try await service.get("/v1/accounts/ann/wallet")
      #expect(wallet.body.contains(#""balances":[]"#))
      try await ledger.record([pack.refunded(50_000, after: 40)])
      try await Self.settle(service)
      #expect(try await Self.grants(service) == ["gem acknowledged 50 -"])
      let debt = try await service.get("/v1/accounts/ann/wallet")
      #expect(
        debt.body.contains(
          #""balances":[{"balance":-50,"bought":0,"coin":"gem","debt":50,"earned":0,"#
            + #""environment":"Production","reserved":0}]"#
        ))
    }
  }

  private struct Owners: Decodable {
    struct Grant: Decodable {
      let account: String?
      let coin: String
      let state: String
    }
    let grants: [Grant]
    let position: String

    var lines: [String] { grants.map { "\($0.coin) \($0.state) \($0.account ?? "-")" }.sorted() }
  }

  /// A merge changes the account of the grant of seven stars, booked or not, and not its state.
  @Test(arguments: [false, true])
  func `the game hears of a merge in the grants that changed, and of its undo`(
    isBooked: Bool
  ) async throws {
    try await Self.withMonth { service, _ in
      if isBooked {
        let star = GrantID(.production, "2000", "star")
        let path = "/v1/grants/\(star)/acknowledge"
        let headers: HTTPFields = [.authorization: "Bearer \(service.key.text)"]
        #expect(try await service.ask(path, .post, headers, "{}").status == 200)
        try await Self.settle(service)
      }
      let state = isBooked ? "acknowledged" : "pending"
      let before = try await service.get("/v1/grants").decode(Owners.self).position
      let into = "/v1/accounts/anna/merge"
      let merged = try await Self.ask(service, into, #"{"from":"\#(Self.token)"}"#, key: "m-1")
      #expect(merged.status == 200)
      try await Self.settle(service)
      let changed = try await service.get("/v1/grants?changedAfter=\(before)").decode(Owners.self)
      #expect(changed.lines == ["gem credited anna", "star \(state) anna"])
      let undo = #"{"from":"\#(Self.token)","reason":"ticket 9","author":"kim"}"#
      let undone = try await Self.ask(service, into + "/undo", undo, key: "u-1")
      #expect(undone.status == 200)
      try await Self.settle(service)
      let back = try await service.get("/v1/grants?changedAfter=\(changed.position)")
        .decode(Owners.self)
      #expect(back.lines == ["gem credited \(Self.token)", "star \(state) \(Self.token)"])
      let after = try await service.get("/v1/grants?changedAfter=\(back.position)")
      #expect(try after.decode(Owners.self).lines == [])
      try await service.verifyProjections()
    }
  }

  @Test(arguments: [
    ("spend", ""), ("reserve", ""), ("credit", #","source":"s""#),
    ("adjust", #","reason":"r","author":"a""#),
  ])
  func `a coin that the game keeps does not move here, nor one that nobody declared`(
    verb: String, more: String
  ) async throws {
    try await Self.withMonth { service, path in
      for (coin, code) in [("star", "409 coin_kept_by_game"), ("gmes", "409 unknown_coin")] {
        let body = #"{"coin":"\#(coin)","amount":1\#(more)}"#
        let answer = try await Self.ask(service, path + "/\(verb)", body, key: "k-\(coin)")
        #expect(answer.problem == code)
      }
    }
  }

  @Test func `acknowledging a coin that is kept here changes nothing`() async throws {
    try await Self.withMonth { service, _ in
      let gem = GrantID(.production, "2000", "gem")
      let first = try await service.post("/v1/grants/\(gem)/acknowledge", "")
      #expect(first.status == 200)
      #expect(first.body.contains(#""acknowledgedAt":null"#))
      #expect(first.body.contains(#""state":"credited""#))
      try await Self.settle(service)
      #expect(try await Self.grants(service) == ["gem credited 0 -", "star pending 0 -"])
      #expect(try await service.post("/v1/grants/\(gem)/acknowledge", "").body == first.body)
      #expect(try await service.ledger.count("select count(*) from event where type = 16") == 0)
    }
  }

  /// The game booked 5 of 7 stars. After a refund of everything it takes back 5 in all.
  @Test func `a game learns of every later refund, and what it booked is kept`() async throws {
    try await Self.withMonth { service, _ in
      struct Page: Decodable {
        let position: String
        let next: String?
      }
      let star = GrantID(.production, "2000", "star")
      let path = "/v1/grants/\(star)/acknowledge"
      let booked = try await service.post(path, #"{"bookedAmount":5}"#)
      #expect(booked.body.contains(#""bookedAmount":5"#))
      #expect(try await service.post(path, #"{"bookedAmount":7}"#).body == booked.body)
      #expect(try await service.post(path, #"{"bookedAmount":-1}"#).problem == "400 invalid_body")
      for tooMany in ["1000000000000001", "99999999999999999999"] {
        let refused = try await service.post(path, #"{"bookedAmount":\#(tooMany)}"#)
        #expect(refused.problem == "409 amount_out_of_bounds")
        #expect(refused.body.contains("`bookedAmount` may be 1000000000000000 at most"))
      }
      try await Self.settle(service)
      let before = try await service.get("/v1/grants").decode(Page.self).position
      #expect(try await Self.grants(service, "?changedAfter=\(before)") == [])
      var refunded = SignableTransaction.month(token: Self.token)
      refunded.revocationDate = Instant(day: "2026-05-20").milliseconds
      refunded.revocationType = "REFUND_FULL"
      refunded.signedDate = Instant(day: "2026-05-20").milliseconds
      let jws = try service.ledger.notification("REFUND", refunded)
      _ = try await service.notify(String(decoding: jws, as: UTF8.self))
      try await Self.settle(service)
      let changed = "?changedAfter=\(before)"
      #expect(
        try await Self.grants(service, changed) == ["gem revoked 50 -", "star revoked 7 5"])
      let after = try await service.get("/v1/grants\(changed)&limit=1").decode(Page.self)
      #expect(try await Self.grants(service, "?changedAfter=\(after.position)") == [])
    }
  }

  @Test func `a coin that was spent here is not declared as the game's`() async throws {
    try await TestService.with { service in
      let path = "/v1/accounts/anna/wallet/adjust"
      let body = #"{"coin":"gem","amount":5,"reason":"r","author":"a"}"#
      #expect(try await Self.ask(service, path, body, key: "1").status == 200)
      let problems = try await service.ledger.intake.catalogs.problems(
        ofCoinsIn: try Self.catalog(["gem": .game, "star": .game]), of: TestLedger.bundleID)
      #expect(problems.map(\.fault.code) == ["wallet_in_use"])
    }
  }

  @Test func `adjusting is for operators, and the key is recorded`() async throws {
    try await Self.withMonth { service, path in
      let body = #"{"coin":"gem","amount":5,"reason":"ticket 9","author":"kim"}"#
      let game = try await service.keys.create(name: "game", scopes: [.ingest, .read, .grants])
      let refused = try await Self.ask(service, path + "/adjust", body, key: "1", as: game)
      #expect(refused.problem == "403 insufficient_scope")
      let done = try await Self.ask(service, path + "/adjust", body, key: "1")
      #expect(done.status == 200)
      #expect(done.body.contains(#""apiKey":"\#(service.key.id)""#))
    }
  }

  /// The transaction is finished with Apple as soon as every grant is credited or acknowledged.
  @Test func `credited coins count as booked`() async throws {
    try await Self.withMonth { service, _ in
      let chain = ChainID(.production, "2000")
      #expect(
        try await service.ledger.intake.deliveries.deliveries(of: chain).isBooked("2000") == false)
      let star = GrantID(.production, "2000", "star")
      _ = try await service.post("/v1/grants/\(star)/acknowledge", "")
      #expect(try await service.ledger.intake.deliveries.deliveries(of: chain).isBooked("2000"))
    }
  }
}
