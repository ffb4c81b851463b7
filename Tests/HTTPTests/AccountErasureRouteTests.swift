import Access
import AppStoreSimulator
import EventStore
import HTTP
import HTTPTypes
import Intake
import Ledger
import Outbox
import Postgres
import Projections
import TestSupport
import Testing

/// The erasure of a person on request of the app.
struct AccountErasureRouteTests {
  private struct Erased: Decodable {
    struct Place: Decodable, Equatable {
      let environment: String, erasedAt: String, purchases: [String], jobs: Int, receipts: Int
    }
    let account: String, state: String, environments: [Place]
  }

  private static let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
  private static let rows =
    "select (select count(*) from job where account is not null) "
    + "+ (select count(*) from receipt)"

  @Test func `takes the names, the receipts and what waits, in every environment`() async throws {
    try await TestService.with(askable: [TestLedger.bundleID]) { service in
      var sandbox = SignableTransaction.month("3000")
      sandbox.environment = "Sandbox"
      try await service.posts("anna", .month())
      try await service.posts("anna", sandbox)
      try await service.posts("bert", .month("4000"))
      #expect(try await service.links("anna", "9999").status == 202)
      #expect(try await service.ledger.count(Self.rows) == 5)
      let erasures = service.backend.erasures
      let outcome = try await erasures.preview(
        of: "anna", of: TestLedger.bundleID, in: [.production])
      guard case .places(let previews) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(previews.map(\.chains) == [["2000"]])
      #expect(previews.map { [$0.forgotten.jobs, $0.forgotten.receipts] } == [[2, 1]])
      #expect(try await service.ledger.count(Self.rows) == 5)
      let answer = try await service.delete(
        "/v1/accounts/anna", #"{"by":"the player","reason":"asked in the app"}"#)
      #expect(answer.status == 200)
      let now = "2026-06-01T00:00:00.000Z"
      let erased = try answer.decode(Erased.self)
      #expect(erased.account == "anna")
      #expect(erased.state == "erased")
      #expect(
        erased.environments == [
          .init(
            environment: "Production", erasedAt: now, purchases: ["2000"], jobs: 2, receipts: 1),
          .init(environment: "Sandbox", erasedAt: now, purchases: ["3000"], jobs: 0, receipts: 1),
        ])
      // What is left is the receipt of another player.
      #expect(try await service.ledger.count(Self.rows) == 1)
      try await service.ledger.project()
      #expect(try await service.users(among: ["anna", "bert"]).isEmpty)
      #expect(try await service.users(of: "4000", among: ["anna", "bert"]) == ["bert"])
      let events = try await service.ledger.log.reading.events(
        of: .account(service.ledger.account("anna").reference), limit: 99)
      let last = events.compactMap { event -> AccountErased? in
        if case .account(.accountErased(let erased)) = event.event { erased } else { nil }
      }.last
      #expect(last?.author == "the player")
      #expect(last?.reason == "asked in the app")
      #expect(try await service.get("/v1/accounts/anna").problem == "404 unknown_account")
      let again = try await service.delete("/v1/accounts/anna")
      #expect(again.problem == "404 unknown_account")
    }
  }

  @Test func `the receipt of another player's restore stays, without the person's name`()
    async throws
  {
    struct Restored: Decodable { let id: String, transactions: [TestService.PostedItem] }
    try await TestService.with(link: .transfer(coolDown: .zero)) { service in
      try await service.posts("anna", .month())
      let jws = try service.ledger.authority.sign(payload: SignableTransaction.month())
      let restored = try await service.post(
        "/v1/transactions", #"{"account":"bert","signedTransactions":["\#(jws)"],"restore":true}"#
      ).decode(Restored.self)
      #expect(restored.transactions.map(\.movedFrom) == ["anna"])
      let path = "/v1/receipts/\(restored.id)"
      let kept = try await service.get(path).decode(Restored.self)
      #expect(kept.transactions.map(\.movedFrom) == ["anna"])
      let erased = try await service.delete("/v1/accounts/anna").decode(Erased.self)
      #expect(erased.environments.map(\.receipts) == [1, 0])
      let left = try await service.get(path).decode(Restored.self)
      #expect(left.transactions.map(\.state) == ["settled"])
      #expect(left.transactions.map(\.movedFrom) == [nil])
      #expect(
        try await service.ledger.count(
          "select count(*) from receipt where items::text like '%anna%'") == 0)
    }
  }

  /// The other player's purchase is settled, or still waits, and names nobody then.
  @Test(arguments: [false, true])
  func `a receipt with a purchase of another player loses only the person's`(waits: Bool)
    async throws
  {
    struct Receipt: Decodable {
      struct Item: Decodable { let index: Int, account: String?, transactionId: String? }
      let id: String, state: String, transactions: [Item]
    }
    try await TestService.with { service in
      try await service.posts("anna", .month())
      var other = SignableTransaction.month("4000")
      if waits { other.signedDate = (TestLedger.now + .seconds(2 * 86_400)).milliseconds }
      let signed = try [SignableTransaction.month(), other].map {
        "\"\(try service.ledger.authority.sign(payload: $0))\""
      }
      let posted = try await service.post(
        "/v1/transactions",
        #"{"account":"bert","signedTransactions":[\#(signed.joined(separator: ","))]}"#
      ).decode(Receipt.self)
      #expect(posted.transactions.map(\.account) == ["anna", waits ? nil : "bert"])
      let erased = try await service.delete("/v1/accounts/anna").decode(Erased.self)
      #expect(erased.environments.map(\.receipts) == [1, 0])
      let left = try await service.get("/v1/receipts/\(posted.id)").decode(Receipt.self)
      #expect(left.state == (waits ? "pending" : "settled"))
      #expect(left.transactions.map(\.transactionId) == [waits ? nil : "4000"])
      #expect(left.transactions.map(\.index) == [1])
      #expect(
        try await service.ledger.count(
          "select count(*) from receipt where items::text like '%anna%'") == 0)
      #expect(try await service.delete("/v1/accounts/anna").problem == "404 unknown_account")
    }
  }

  @Test func `an erasure in one environment leaves the item of the other in a receipt of both`()
    async throws
  {
    struct Receipt: Decodable {
      struct Item: Decodable { let transactionId: String? }
      let id: String, transactions: [Item]
    }
    try await TestService.with { service in
      var sandbox = SignableTransaction.month("3000")
      sandbox.environment = "Sandbox"
      let signed = try [SignableTransaction.month(), sandbox].map {
        "\"\(try service.ledger.authority.sign(payload: $0))\""
      }
      let posted = try await service.post(
        "/v1/transactions",
        #"{"account":"anna","signedTransactions":[\#(signed.joined(separator: ","))]}"#
      ).decode(Receipt.self)
      let path = "/v1/receipts/\(posted.id)"
      let first = try await service.delete("/v1/accounts/anna?environment=Sandbox")
      // The receipt stays: it loses one item, and is deleted with the last one.
      let deleted = try first.decode(Erased.self).environments.map(\.receipts)
      #expect(deleted == [0], "\(first.body)")
      let left = try await service.get(path).decode(Receipt.self)
      #expect(left.transactions.map(\.transactionId) == ["2000"])
      let second = try await service.delete("/v1/accounts/anna?environment=Production")
      #expect(try second.decode(Erased.self).environments.map(\.receipts) == [1])
      #expect(try await service.get(path).status == 404)
    }
  }

  @Test func `an item that changes during an erasure keeps its change`() async throws {
    try await TestService.with(link: .transfer(coolDown: .zero)) { service in
      try await service.posts("anna", .month())
      #expect(try await service.posts("bert", .month(), restore: true).movedFrom == "anna")
      async let change: Void = service.ledger.pool.withConnection { connection in
        try await connection.script(
          """
          begin;
          update receipt set items = replace(items::text, 'com.example.month', 'changed')::json;
          select pg_sleep(0.3);
          commit
          """)
      }
      let changing = """
        select (select count(*) from receipt where items::text like '%changed%')
          + (select count(*) from pg_stat_activity
            where datname = current_database() and wait_event = 'PgSleep')
        """
      while try await service.ledger.count(changing) == 0 {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(try await service.delete("/v1/accounts/anna").status == 200)
      try await change
      let left = "select count(*) from receipt where items::text like '%changed%'"
      #expect(try await service.ledger.count("\(left) and items::text not like '%anna%'") == 1)
    }
  }

  @Test(arguments: ["anna", token])
  func `projections that lag decide nothing`(account: String) async throws {
    try await TestService.with { service in
      if account == Self.token {
        // No write names the token: a purchase waits under it.
        let jws = try service.ledger.authority.subscribed(.month(token: account))
        _ = try await service.notify(#"{"signedPayload":"\#(jws)"}"#)
      } else {
        let resumed = try await service.post(
          "/v1/accounts/\(account)/resume?environment=Production", "")
        #expect(resumed.status == 200)
      }
      let path = "/v1/accounts/\(account)"
      #expect(try await service.get(path).problem == "404 unknown_account")
      let erased = try await service.delete(path)
      #expect(erased.status == 200)
      #expect(try erased.decode(Erased.self).environments.map(\.environment) == ["Production"])
      #expect(try await service.delete(path).problem == "404 unknown_account")
      try await service.ledger.project()
      #expect(try await service.get(path).problem == "404 unknown_account")
      #expect(try await service.delete(path).problem == "404 unknown_account")
      #expect(try await service.ledger.count("select count(*) from event where type = 7") == 1)
    }
  }

  @Test func `by default the key is the author, and fields may be parameters`() async throws {
    try await TestService.with { service in
      for (account, query, author) in [
        ("anna", "", "API key \(service.key.id)"), ("bert", "?by=desk&reason=asked", "desk"),
      ] {
        _ = try await service.ledger.known(AccountID(account))
        #expect(try await service.delete("/v1/accounts/\(account)\(query)").status == 200)
        let events = try await service.ledger.log.reading.events(
          of: .account(service.ledger.account(AccountID(account)).reference), limit: 99)
        let authors = events.compactMap { event -> String? in
          if case .account(.accountErased(let erased)) = event.event { erased.author } else { nil }
        }
        #expect(authors == [author])
      }
    }
  }

  @Test func `of a merged guest it has to be said that the account goes, too`() async throws {
    try await TestService.with { service in
      try await service.posts("guest", .month())
      _ = try await service.ledger.known("anna")
      _ = try await service.ledger.intake.merges.merge(
        "guest", into: "anna", of: TestLedger.bundleID, in: TestLedger.environments, key: "m-1")
      try await service.ledger.project()
      let outcome = try await service.backend.erasures.preview(
        of: "guest", of: TestLedger.bundleID, in: [.production])
      guard case .mergedInto(in: [.production]) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      let refused = try await service.delete("/v1/accounts/guest")
      #expect(refused.problem == "409 merged_into")
      #expect(try await service.users(among: ["anna"]) == ["anna"])
      #expect(try await service.delete("/v1/accounts/guest", #"{"merged":true}"#).status == 200)
      try await service.ledger.project()
      for name in ["anna", "guest"] {
        #expect(try await service.get("/v1/accounts/\(name)").problem == "404 unknown_account")
      }
    }
  }

  @Test func `a guest of one environment is not erased in the other alone`() async throws {
    try await TestService.with { service in
      for name in ["anna", "guest"] {
        #expect(try await service.post("/v1/accounts/\(name)/resume", "").status == 200)
      }
      _ = try await service.ledger.intake.merges.merge(
        "guest", into: "anna", of: TestLedger.bundleID, in: [.sandbox], key: "m-1")
      try await service.ledger.project()
      let refused = try await service.delete("/v1/accounts/guest")
      #expect(refused.problem == "409 merged_into")
      #expect(refused.body.contains("merged into another one in Sandbox: erase that account"))
      #expect(refused.body.contains("Repeat the request with `environment=Production`"))
      let count = "select count(*) from event where type = 7"
      #expect(try await service.ledger.count(count) == 0)
      let erased = try await service.delete("/v1/accounts/guest", #"{"merged":true}"#)
        .decode(Erased.self)
      #expect(erased.environments.map(\.environment) == ["Production", "Sandbox"])
      try await service.ledger.project()
      #expect(
        try await service.get("/v1/accounts/guest?environment=any").problem
          == "404 unknown_account")
      // Of the person who was no guest there, Production keeps the account.
      #expect(try await service.get("/v1/accounts/anna").status == 200)
      let sandbox = try await service.get("/v1/accounts/anna?environment=Sandbox")
      #expect(sandbox.problem == "404 unknown_account")
    }
  }

  @Test(arguments: [
    ("admin", 200), ("erase", 200), ("support,grants,ingest", 403),
  ])
  func `a key of its own scope is required`(scopes: String, status: Int) async throws {
    try await TestService.with { service in
      _ = try await service.ledger.known("anna")
      let key = try await service.keys.create(
        name: "app", scopes: try #require(Set<Scope>(names: scopes)))
      #expect(try await service.delete("/v1/accounts/anna", as: key).status == status)
    }
  }

  @Test(arguments: ["", "?environment=Sandbox"])
  func `a key of one environment erases there alone`(query: String) async throws {
    try await TestService.with { service in
      #expect(try await service.post("/v1/accounts/anna/resume", "").status == 200)
      try await service.ledger.project()
      let key = try await service.keys.create(
        name: "app", scopes: [.erase], reach: KeyReach(environments: [.sandbox]))
      let erased = try await service.delete("/v1/accounts/anna\(query)", as: key)
        .decode(Erased.self)
      #expect(erased.environments.map(\.environment) == ["Sandbox"])
      try await service.ledger.project()
      let again = try await service.delete("/v1/accounts/anna\(query)", as: key)
      #expect(again.problem == "404 unknown_account")
      #expect(try await service.get("/v1/accounts/anna").status == 200)
    }
  }
}
