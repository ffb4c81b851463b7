import Access
import AppStoreSimulator
import Foundation
import HTTPTypes
import Intake
import Ledger
import Outbox
import TestSupport
import Testing

/// What people do by hand leaves events, and the audit lists them.
struct AuditRouteTests {
  private struct Listed: Decodable {
    struct Act: Decodable {
      let event: String, act: String, object: String?, by: String?, key: String?
      let secondPerson: String?, reason: String?, values: [String: String]
    }
    struct Unreadable: Decodable { let event: String, reason: String }
    let acts: [Act], next: String?, unreadable: [Unreadable]
  }

  private func list(_ service: TestService, _ query: String = "") async throws -> Listed {
    try await service.get("/v1/audit\(query)").decode(Listed.self)
  }

  /// Enqueues a job that waits, and returns its id.
  private func job(_ service: TestService) async throws -> String {
    struct Jobs: Decodable {
      struct Job: Decodable { let id: String }
      let jobs: [Job]
    }
    var transaction = SignableTransaction.month()
    transaction.signedDate = (TestLedger.now + .seconds(2 * 86_400)).milliseconds
    let jws = try service.ledger.authority.sign(payload: transaction)
    _ = try await service.post(
      "/v1/transactions", #"{"account":"anna","signedTransactions":["\#(jws)"]}"#)
    return try #require(try await service.get("/v1/outbox").decode(Jobs.self).jobs.first?.id)
  }

  @Test func `a dead-lettered and a retried job are told with author, key and reason`() async throws
  {
    try await TestService.with { service in
      let job = try await job(service)
      let parked = try await service.post(
        "/v1/outbox/\(job)/park", #"{"reason": "Apple is asked later", "by": "ada"}"#)
      #expect(parked.status == 200)
      #expect(try await service.post("/v1/outbox/\(job)/retry", "").status == 200)
      let acts = try await list(service, "?act=outbox").acts
      #expect(acts.map(\.act) == ["outbox.park", "outbox.retry"])
      #expect(acts.map(\.object) == [job, job])
      #expect(acts.map(\.by) == ["ada", "test"])
      #expect(acts.map(\.key) == [service.key.id, service.key.id])
      #expect(acts.map(\.reason) == ["Apple is asked later", nil])
      #expect(acts.allSatisfy { $0.event.hasPrefix("0-") })
    }
  }

  @Test func `what changes nothing leaves no event`() async throws {
    try await TestService.with { service in
      let none = try await service.post("/v1/outbox/retry?state=parked", "")
      #expect(none.body == #"{"retried":0}"#)
      #expect(
        try await service.post("/v1/outbox/\(String(repeating: "0", count: 32))/retry", "").status
          == 404)
      #expect(try await list(service, "?act=outbox").acts.isEmpty)
    }
  }

  @Test func `a key is told with all that it may do, and never its secret`() async throws {
    try await TestService.with { service in
      let key = try await service.keys.create(
        name: "qa", scopes: [.read, .ingest], reach: KeyReach(apps: [TestLedger.bundleID]))
      _ = try await service.keys.revoke(id: key.id)
      let answer = try await service.get("/v1/audit?act=keys")
      let acts = try answer.decode(Listed.self).acts.filter { $0.object == key.id }
      #expect(acts.map(\.act) == ["keys.create", "keys.revoke"])
      #expect(acts[0].values["scopes"] == "ingest,read")
      #expect(acts[0].values["apps"] == TestLedger.bundleID.rawValue)
      #expect(!answer.body.contains(key.text) && !answer.body.contains(key.text.suffix(20)))
    }
  }

  @Test func `an act that cannot be read is named beside the others`() async throws {
    try await TestService.with { service in
      for name in ["one", "two", "three"] {
        _ = try await service.keys.create(name: name, scopes: [.read])
      }
      let acts = try await list(service, "?act=keys").acts
      let second = try #require(acts.dropLast().last).event
      #expect(try await list(service).unreadable.isEmpty)
      try await service.ledger.script(
        """
        set session_replication_role = replica;
        update event set schema_version = 99 where '0-' || position = '\(second)' and lane = 0;
        reset session_replication_role
        """)
      let listed = try await list(service, "?act=keys&accounts=true")
      #expect(listed.acts.map(\.event) == acts.map(\.event).filter { $0 != second })
      #expect(listed.unreadable.map(\.event) == [second])
      #expect(listed.unreadable.map(\.reason) == ["unknown schema version 99"])
    }
  }

  @Test func `an adjustment is listed among the acts on accounts, by its event and not by name`()
    async throws
  {
    try await TestService.with { service in
      let answer = try await service.ask(
        "/v1/accounts/jane.doe@example.org/wallet/adjust", .post,
        [
          .authorization: "Bearer \(service.key.text)",
          try #require(HTTPField.Name("Idempotency-Key")): "adjust-1",
        ], #"{"coin": "gem", "amount": 7, "reason": "ticket 9", "author": "kim"}"#)
      #expect(answer.status == 200)
      #expect(try await list(service, "?act=wallet").acts.isEmpty)
      let audit = try await service.get("/v1/audit?act=wallet&accounts=true")
      let act = try #require(try audit.decode(Listed.self).acts.first)
      #expect(act.act == "wallet.adjust" && act.by == "kim" && act.reason == "ticket 9")
      #expect(act.values["coin"] == "gem" && act.values["amount"] == "7")
      #expect(!audit.body.contains("jane"))
    }
  }

  @Test func `an erasure is told without the name and the reason`() async throws {
    try await TestService.with { service in
      _ = try await service.ledger.known("jane")
      try await service.ledger.project()
      let erased = try await service.delete(
        "/v1/accounts/jane", #"{"by": "support", "reason": "jane asked for it"}"#)
      #expect(erased.status == 200)
      let audit = try await service.get("/v1/audit?act=accounts")
      let act = try #require(try audit.decode(Listed.self).acts.first)
      #expect(act.act == "accounts.erase" && act.by == "support" && act.key == service.key.id)
      #expect(act.object == nil && act.reason == nil && !audit.body.contains("jane"))
    }
  }

  @Test func `a token that a person registers by hand is told once, and one of the game is not`()
    async throws
  {
    try await TestService.with { service in
      let tokens = service.ledger.intake.tokens
      let signature = ActSignature(ActAuthor(name: "ada"), because: "the app was too old")
      let (byHand, byGame) = (UUID(), UUID())
      for _ in 1...2 {
        _ = try await tokens.register(
          token: byHand, for: "jane", of: TestLedger.bundleID, in: [.production], signed: signature)
      }
      _ = try await tokens.register(
        token: byGame, for: "jane", of: TestLedger.bundleID, in: [.production])
      let audit = try await service.get("/v1/audit?act=accounts")
      let acts = try audit.decode(Listed.self).acts
      #expect(acts.map(\.act) == ["accounts.alias"])
      #expect(acts.first?.by == "ada" && acts.first?.reason == "the app was too old")
      #expect(acts.first?.object == nil && acts.first?.values["environment"] == "Production")
      // The entry names the event, which has the account and the token in a lane of its own.
      #expect(acts.first?.values["event"]?.hasPrefix("0-") == false)
      #expect(!audit.body.contains("jane") && !audit.body.contains(byHand.uuidString.lowercased()))
    }
  }

  @Test func `a settlement by Apple's files is told once, with who imported them`() async throws {
    try await TestService.with { service in
      let month = SettledMonth(
        days: try #require(FiscalMonth("2025-04")).days, file: Digest(of: [1]),
        amounts: [SettledMonth.Place("com.example.month", in: "DEU", "EUR"): 5_870])
      for _ in 1...2 {
        _ = try await service.ledger.intake.settlements.record(
          [month], of: TestLedger.bundleID, signed: ActSignature(ActAuthor(name: "ada")))
      }
      let acts = try await list(service, "?act=settlements").acts
      #expect(acts.map(\.act) == ["settlements.record"] && acts.first?.by == "ada")
      #expect(acts.first?.object == TestLedger.bundleID.rawValue)
      #expect(acts.first?.values == ["months": "1"])
    }
  }

  @Test func `a catalog is told once, with its author`() async throws {
    try await TestService.with { service in
      let product =
        #"{"productId":"gems","type":"Consumable","grants":[{"coin":"gem","amount":100}]}"#
      let body = #"{"coins":{"gem":{"wallet":"daicho"}},"products":[\#(product)]}"#
      let answer = try await service.put("/v1/catalog?by=ada&reason=first%20list", body)
      #expect(answer.status == 200, "\(answer.body)")
      let acts = try await list(service, "?act=catalog.publish").acts
      #expect(acts.map(\.by) == ["ada"] && acts.map(\.reason) == ["first list"])
      #expect(acts.map(\.object) == [TestLedger.bundleID.rawValue])
    }
  }

  @Test func `the list pages, and is bounded by time and author`() async throws {
    try await TestService.with { service in
      for name in ["a", "b", "c"] { _ = try await service.keys.create(name: name, scopes: [.read]) }
      let first = try await list(service, "?act=keys.create&limit=2")
      let rest = try await list(
        service, "?act=keys.create&limit=2&after=\(try #require(first.next))")
      #expect((first.acts + rest.acts).map { $0.values["name"] } == ["test", "a", "b", "c"])
      #expect(rest.next == nil)
      #expect(try await list(service, "?by=nobody").acts.isEmpty)
      #expect(try await list(service, "?to=2000-01-01T00:00:00Z").acts.isEmpty)
      #expect(try await list(service, "?from=2000-01-01T00:00:00Z&by=test").acts.count == 4)
    }
  }

  @Test(arguments: [
    ("?after=1", "400 invalid_parameter"), ("?from=yesterday", "400 invalid_parameter"),
    ("?accounts=1", "400 invalid_parameter"), ("?who=ada", "400 unknown_parameter"),
  ])
  func `malformed parameters are refused`(query: String, problem: String) async throws {
    try await TestService.with { service in
      let answer = try await service.get("/v1/audit\(query)")
      #expect(answer.problem == problem)
    }
  }

  @Test func `a key without admin, or of one app, is refused`() async throws {
    try await TestService.with { service in
      let reader = try await service.keys.create(name: "game", scopes: [.read, .finance])
      #expect(try await service.get("/v1/audit", as: reader).problem == "403 insufficient_scope")
      let bound = try await service.keys.create(
        name: "game", scopes: [.admin], reach: KeyReach(apps: [TestLedger.bundleID]))
      #expect(try await service.get("/v1/audit", as: bound).status == 403)
    }
  }
}
