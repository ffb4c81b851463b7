import Access
import Foundation
import HTTPTypes
import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// Coins that a game gives and takes back over HTTP. Gems are given up to 500 at once and bought ones are spent first,
/// stars are the game's, and nobody gives gold.
struct CreditRouteTests {
  private struct Wallet: Decodable {
    struct Balance: Decodable {
      let coin: String, balance: Int64, bought: Int64, earned: Int64, debt: Int64
    }
    let balances: [Balance]

    var lines: [String] {
      balances.map { "\($0.coin) \($0.balance) = \($0.bought) + \($0.earned) - \($0.debt)" }
    }
  }

  private struct Entry: Decodable {
    let id: String, kind: String, change: Int64, source: String?, entry: String?
  }

  /// Runs a service in which Ann has bought a pack of 100 gems.
  private static func withPack(
    _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestService.with { service in
      let pack = GemPurchase("1")
      _ = try await service.ledger.intake.catalogs.publish(
        Catalog(
          [CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 100)])],
          declaring: [
            "gem": CoinDeclaration(.daicho, creditMax: 500, spendFirst: .bought),
            "star": CoinDeclaration(.game), "gold": CoinDeclaration(.daicho),
          ]), of: TestLedger.bundleID, validFrom: pack.boughtAt)
      let ann = try await service.ledger.known("ann").reference
      try await service.ledger.record([pack.bought(), pack.owned(by: ann)])
      try await settle(service)
      try await body(service)
    }
  }

  private static func settle(_ service: TestService) async throws {
    try await service.ledger.grant()
    try await service.ledger.project()
  }

  private static func ask(
    _ verb: String, _ body: String, key: String?, of account: String = "ann",
    as apiKey: APIKey? = nil, in service: TestService
  ) async throws -> Answer {
    var headers: HTTPFields = [.authorization: "Bearer \((apiKey ?? service.key).text)"]
    if let key, let name = HTTPField.Name("Idempotency-Key") { headers[name] = key }
    let path = verb == "merge" ? verb : "wallet/\(verb)"
    return try await service.ask("/v1/accounts/\(account)/\(path)", .post, headers, body)
  }

  private static func wallet(
    of account: String = "ann", in service: TestService
  ) async throws -> [String] {
    try await service.get("/v1/accounts/\(account)/wallet").decode(Wallet.self).lines
  }

  private static let credit = #"{"coin":"gem","amount":50,"source":"quest","reference":"q/7"}"#

  @Test func `a game gives coins once for its key, and they are earned`() async throws {
    try await Self.withPack { service in
      let first = try await Self.ask("credit", Self.credit, key: "quest-7", in: service)
      #expect(first.status == 200)
      let entry = try first.decode(Entry.self)
      #expect(entry.kind == "earned" && entry.change == 50 && entry.source == "quest")
      let again = try await Self.ask("credit", Self.credit, key: "quest-7", in: service)
      #expect(again.status == 200 && again.body == first.body)
      #expect(try await Self.wallet(in: service) == ["gem 150 = 100 + 50 - 0"])
      let other = #"{"coin":"gem","amount":50,"source":"bonus","reference":"q/7"}"#
      let reused = try await Self.ask("credit", other, key: "quest-7", in: service)
      #expect(reused.problem == "422 idempotency_key_reused")
    }
  }

  @Test(
    arguments: [
      (#"{"coin":"gem","amount":501,"source":"quest"}"#, "k", "409 credit_too_large"),
      (#"{"coin":"gold","amount":1,"source":"quest"}"#, "k", "409 credit_not_allowed"),
      (#"{"coin":"star","amount":1,"source":"quest"}"#, "k", "409 coin_kept_by_game"),
      (#"{"coin":"gmes","amount":1,"source":"quest"}"#, "k", "409 unknown_coin"),
      (#"{"coin":"gem","amount":0,"source":"quest"}"#, "k", "400 invalid_body"),
      (#"{"coin":"gem","amount":1}"#, "k", "400 invalid_body"),
      (#"{"coin":"gem","amount":1000000000000001,"source":"q"}"#, "k", "409 amount_out_of_bounds"),
      (#"{"coin":"gem","amount":1,"source":"quest"}"#, nil, "400 idempotency_key_required"),
    ] as [(String, String?, String)])
  func `a credit that is not allowed is refused by name`(
    body: String, key: String?, problem: String
  ) async throws {
    try await Self.withPack { service in
      let answer = try await Self.ask("credit", body, key: key, in: service)
      #expect(answer.problem == problem)
      if problem.contains("too_large") { #expect(answer.body.contains("`amount` may be 500")) }
      #expect(try await Self.wallet(in: service) == ["gem 100 = 100 + 0 - 0"])
    }
  }

  @Test func `a spend is reversed whole and once, and gives back what it took`() async throws {
    try await Self.withPack { service in
      _ = try await Self.ask("credit", Self.credit, key: "quest-7", in: service)
      let spend = try await Self.ask(
        "spend", #"{"coin":"gem","amount":120}"#, key: "castle", in: service)
      #expect(try await Self.wallet(in: service) == ["gem 30 = 0 + 30 - 0"])
      let id = try spend.decode(Entry.self).id
      let body = #"{"entry":"\#(id)"}"#
      let reversed = try await Self.ask("reverse", body, key: "sorry", in: service)
      #expect(reversed.status == 200)
      let entry = try reversed.decode(Entry.self)
      #expect(entry.kind == "reversed" && entry.change == 120 && entry.entry == id)
      #expect(try await Self.wallet(in: service) == ["gem 150 = 100 + 50 - 0"])
      let again = try await Self.ask("reverse", body, key: "sorry", in: service)
      #expect(again.body == reversed.body)
      let twice = try await Self.ask("reverse", body, key: "sorry-2", in: service)
      #expect(twice.problem == "409 already_reversed")
      let own = #"{"entry":"\#(entry.id)"}"#
      let notSpent = try await Self.ask("reverse", own, key: "x", in: service)
      #expect(notSpent.problem == "409 entry_not_spent")
      let unknown = #"{"entry":"00000000000000000000000000000000"}"#
      let none = try await Self.ask("reverse", unknown, key: "y", in: service)
      #expect(none.problem == "404 entry_not_found")
      let malformed = try await Self.ask("reverse", #"{"entry":"2"}"#, key: "z", in: service)
      #expect(malformed.problem == "400 invalid_body")
      let keyless = try await Self.ask("reverse", body, key: nil, in: service)
      #expect(keyless.problem == "400 idempotency_key_required")
    }
  }

  /// Apple refunded 20 of the 60 spent gems meanwhile: 40 that were left and 20 earned ones come back.
  @Test func `what was refunded meanwhile comes back as earned`() async throws {
    try await Self.withPack { service in
      _ = try await Self.ask("credit", Self.credit, key: "quest-7", in: service)
      let spend = try await Self.ask(
        "spend", #"{"coin":"gem","amount":60}"#, key: "sword", in: service)
      try await service.ledger.record([GemPurchase("1").refunded(60_000, after: 40)])
      try await Self.settle(service)
      #expect(try await Self.wallet(in: service) == ["gem 30 = 0 + 30 - 0"])
      let body = #"{"entry":"\#(try spend.decode(Entry.self).id)"}"#
      _ = try await Self.ask("reverse", body, key: "sorry", in: service)
      #expect(try await Self.wallet(in: service) == ["gem 90 = 40 + 50 - 0"])
    }
  }

  @Test(arguments: [("ann", "bert"), ("bert", "ann")])
  func `a guest's spend is reversed after a merge, under either name, and once`(
    first: String, second: String
  ) async throws {
    try await Self.withPack { service in
      let spend = try await Self.ask(
        "spend", #"{"coin":"gem","amount":60}"#, key: "sword", in: service)
      let body = #"{"entry":"\#(try spend.decode(Entry.self).id)"}"#
      let merged = try await Self.ask(
        "merge", #"{"from":"ann"}"#, key: "m-1", of: "bert", in: service)
      #expect(merged.status == 200)
      #expect(try await Self.wallet(of: "bert", in: service) == ["gem 40 = 40 + 0 - 0"])
      let reversed = try await Self.ask("reverse", body, key: "sorry", of: first, in: service)
      #expect(reversed.status == 200)
      let again = try await Self.ask("reverse", body, key: "sorry", of: first, in: service)
      #expect(again.body == reversed.body)
      let other = try await Self.ask("reverse", body, key: "sorry-1", of: second, in: service)
      #expect(other.problem == "409 already_reversed")
      #expect(try await Self.wallet(of: "bert", in: service) == ["gem 100 = 100 + 0 - 0"])
      let twice = try await Self.ask("reverse", body, key: "sorry-2", in: service)
      #expect(twice.problem == "409 already_reversed")
      // A refund takes the guest's lot from the target.
      try await service.ledger.record([GemPurchase("1").refunded(nil, after: 40)])
      try await Self.settle(service)
      #expect(try await Self.wallet(of: "bert", in: service) == ["gem 0 = 0 + 0 - 0"])
      let undo = #"{"from":"ann","reason":"ticket 9","author":"kim"}"#
      var headers: HTTPFields = [.authorization: "Bearer \(service.key.text)"]
      headers[.contentType] = "application/json"
      let undone = try await service.ask("/v1/accounts/bert/merge/undo", .post, headers, undo)
      #expect(undone.status == 200)
      // The 40 of the merge go back. The reversal and the refund stay with the target.
      #expect(try await Self.wallet(in: service) == ["gem 40 = 40 + 0 - 0"])
      #expect(try await Self.wallet(of: "bert", in: service) == ["gem -40 = 0 + 0 - 40"])
      let after = try await Self.ask("reverse", body, key: "sorry-3", in: service)
      #expect(after.problem == "409 already_reversed")
      let known = try await Self.ask("reverse", body, key: "sorry", of: first, in: service)
      #expect(known.body == reversed.body)
    }
  }

  @Test func `the target of a merge reverses no spend twice, and under its own keys`() async throws
  {
    try await Self.withPack { service in
      var spends: [String] = []
      for key in ["sword", "shield"] {
        let spend = try await Self.ask(
          "spend", #"{"coin":"gem","amount":30}"#, key: key, in: service)
        spends.append(#"{"entry":"\#(try spend.decode(Entry.self).id)"}"#)
      }
      _ = try await Self.ask("reverse", spends[0], key: "sorry", in: service)
      #expect(try await Self.wallet(in: service) == ["gem 70 = 70 + 0 - 0"])
      let merged = try await Self.ask(
        "merge", #"{"from":"ann"}"#, key: "m-1", of: "bert", in: service)
      #expect(merged.status == 200)
      let twice = try await Self.ask("reverse", spends[0], key: "again", of: "bert", in: service)
      #expect(twice.problem == "409 already_reversed")
      // The guest's key `sorry` is another request than the target's.
      let reversed = try await Self.ask("reverse", spends[1], key: "sorry", of: "bert", in: service)
      #expect(reversed.status == 200)
      #expect(try await Self.wallet(of: "bert", in: service) == ["gem 100 = 100 + 0 - 0"])
      let reused = try await Self.ask("reverse", spends[0], key: "sorry", of: "bert", in: service)
      #expect(reused.problem == "422 idempotency_key_reused")
    }
  }

  @Test func `giving and taking back need the scope grants`() async throws {
    try await Self.withPack { service in
      let reader = try await service.keys.create(name: "reader", scopes: [.read])
      for (verb, body) in [
        ("credit", Self.credit), ("reverse", #"{"entry":"00000000000000000000000000000000"}"#),
      ] {
        let answer = try await Self.ask(verb, body, key: "k", as: reader, in: service)
        #expect(answer.problem == "403 insufficient_scope")
      }
    }
  }
}
